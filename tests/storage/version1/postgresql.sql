--
-- PostgreSQL database dump
--


-- Dumped from database version 16.14
-- Dumped by pg_dump version 16.14

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: alembic_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    table_id character varying(32) NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    data text NOT NULL
);


--
-- Name: secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.secrets (
    name character varying(32) NOT NULL,
    value character varying(128) NOT NULL
);


--
-- Name: tables; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tables (
    id character varying(32) NOT NULL COLLATE pg_catalog."C",
    status character varying(16) NOT NULL,
    touched double precision DEFAULT '0'::double precision NOT NULL,
    due double precision
);


--
-- Data for Name: alembic_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alembic_version VALUES ('0003');


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES ('lobby', 1, '{"kind":"created","at":1780000060.25,"settings":{"ask_seconds":10,"turn_seconds":60,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('lobby', 2, '{"kind":"sat","at":1780000060.25,"sitting":1,"name":"Lena","id":null}');
INSERT INTO public.events VALUES ('lobby', 3, '{"kind":"sat","at":1780000061.75,"sitting":2,"name":"Marko","id":"d96db5738a0af4d591a3494f583244f2"}');
INSERT INTO public.events VALUES ('lobby', 4, '{"kind":"sat","at":1780000063.25,"sitting":3,"name":"Florian","id":"9ef0992bd833b327e5f5bf0a635d1c31"}');
INSERT INTO public.events VALUES ('lobby', 5, '{"kind":"sat","at":1780000064.75,"sitting":4,"name":"\"sitting\": Zoë 🎲","id":"38751ab11ad7a00f7406eba17b0ddb07"}');
INSERT INTO public.events VALUES ('lobby', 6, '{"kind":"removed","at":1780000066.25,"seat":2,"id":"remove-1"}');
INSERT INTO public.events VALUES ('lobby', 7, '{"kind":"left","at":1780000067.75,"sitting":4}');
INSERT INTO public.events VALUES ('lobby', 8, '{"kind":"botsat","at":1780000069.25,"level":"greedy","name":"greedy (bot)","id":"bot-1"}');
INSERT INTO public.events VALUES ('lobby', 9, '{"kind":"configured","at":1780000070.75,"settings":{"ask_seconds":20,"turn_seconds":120,"pace":4,"watch":false}}');
INSERT INTO public.events VALUES ('finished', 1, '{"kind":"created","at":1780000130.75,"settings":{"ask_seconds":6,"turn_seconds":0,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('finished', 2, '{"kind":"sat","at":1780000130.75,"sitting":1,"name":"Lena","id":null}');
INSERT INTO public.events VALUES ('finished', 3, '{"kind":"sat","at":1780000132.25,"sitting":2,"name":"Ayşe","id":"48d414cce9b66a98ca9f66b4c72eeb69"}');
INSERT INTO public.events VALUES ('finished', 4, '{"kind":"begun","at":1780000133.75,"first":1,"id":"begin-1"}');
INSERT INTO public.events VALUES ('finished', 5, '{"kind":"acted","at":1780000135.25,"seat":0,"actions":["rolled 3 2 4 6 1 1"],"by":"player","id":"c1"}');
INSERT INTO public.events VALUES ('finished', 6, '{"kind":"acted","at":1780000136.75,"seat":1,"actions":["pass"],"by":"player","id":"c2"}');
INSERT INTO public.events VALUES ('finished', 7, '{"kind":"acted","at":1780000138.25,"seat":0,"actions":["keep 0 1 3","rolled 3 2 5 6 1 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 8, '{"kind":"acted","at":1780000139.75,"seat":1,"actions":["pass"],"by":"player","id":"c4"}');
INSERT INTO public.events VALUES ('finished', 9, '{"kind":"acted","at":1780000141.25,"seat":0,"actions":["keep 0 1 3","rolled 3 2 5 6 1 5"],"by":"player","id":"c5"}');
INSERT INTO public.events VALUES ('finished', 10, '{"kind":"acted","at":1780000142.75,"seat":0,"actions":["score 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 11, '{"kind":"acted","at":1780000144.25,"seat":1,"actions":["rolled 2 1 1 4 4 1"],"by":"player","id":"c7"}');
INSERT INTO public.events VALUES ('finished', 12, '{"kind":"acted","at":1780000145.75,"seat":0,"actions":["pass"],"by":"player","id":"c8"}');
INSERT INTO public.events VALUES ('finished', 13, '{"kind":"acted","at":1780000147.25,"seat":1,"actions":["keep 0 1 4","rolled 2 1 2 1 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 14, '{"kind":"acted","at":1780000148.75,"seat":0,"actions":["pass"],"by":"player","id":"c10"}');
INSERT INTO public.events VALUES ('finished', 15, '{"kind":"acted","at":1780000150.25,"seat":1,"actions":["keep 2 3 5","rolled 4 1 2 1 5 5"],"by":"player","id":"c11"}');
INSERT INTO public.events VALUES ('finished', 16, '{"kind":"acted","at":1780000151.75,"seat":1,"actions":["score 0 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 17, '{"kind":"acted","at":1780000153.25,"seat":0,"actions":["rolled 1 2 6 6 5 1"],"by":"player","id":"c13"}');
INSERT INTO public.events VALUES ('finished', 18, '{"kind":"acted","at":1780000154.75,"seat":1,"actions":["pass"],"by":"player","id":"c14"}');
INSERT INTO public.events VALUES ('finished', 19, '{"kind":"acted","at":1780000156.25,"seat":0,"actions":["keep 1 3 4","rolled 5 2 5 6 5 4"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 20, '{"kind":"acted","at":1780000157.75,"seat":1,"actions":["pass"],"by":"player","id":"c16"}');
INSERT INTO public.events VALUES ('finished', 21, '{"kind":"acted","at":1780000159.25,"seat":0,"actions":["score 0 2 3"],"by":"player","id":"c17"}');
INSERT INTO public.events VALUES ('finished', 22, '{"kind":"acted","at":1780000160.75,"seat":1,"actions":["rolled 1 2 1 5 2 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 23, '{"kind":"acted","at":1780000162.25,"seat":0,"actions":["ask"],"by":"player","id":"c19"}');
INSERT INTO public.events VALUES ('finished', 24, '{"kind":"acted","at":1780000163.75,"seat":1,"actions":["keep 3 5","rolled 4 2 5 5 1 3"],"by":"player","id":"c20"}');
INSERT INTO public.events VALUES ('finished', 25, '{"kind":"acted","at":1780000165.25,"seat":1,"actions":["keep 2 3","rolled 5 3 5 5 5 6"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 26, '{"kind":"acted","at":1780000166.75,"seat":1,"actions":["score 1 2 3 4 5"],"by":"player","id":"c22"}');
INSERT INTO public.events VALUES ('finished', 27, '{"kind":"takenback","at":1780000168.25,"seat":1,"id":"back-1"}');
INSERT INTO public.events VALUES ('finished', 28, '{"kind":"acted","at":1780000169.75,"seat":1,"actions":["score 0 1 2 3 4"],"by":"player","id":"c23"}');
INSERT INTO public.events VALUES ('finished', 29, '{"kind":"acted","at":1780000171.25,"seat":0,"actions":["rolled 2 1 5 5 6 2"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 30, '{"kind":"acted","at":1780000177.25,"seat":1,"actions":["pass"],"by":"clock","id":null}');
INSERT INTO public.events VALUES ('finished', 31, '{"kind":"muted","at":1780000178.75,"seat":0,"until":"turn"}');
INSERT INTO public.events VALUES ('finished', 32, '{"kind":"acted","at":1780000180.25,"seat":0,"actions":["keep 0 1 3","rolled 2 1 3 5 1 5"],"by":"player","id":"c25"}');
INSERT INTO public.events VALUES ('finished', 33, '{"kind":"acted","at":1780000181.75,"seat":1,"actions":["pass"],"by":"player","id":"c26"}');
INSERT INTO public.events VALUES ('finished', 34, '{"kind":"acted","at":1780000183.25,"seat":0,"actions":["keep 0 1 3","rolled 2 1 6 5 1 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 35, '{"kind":"acted","at":1780000184.75,"seat":0,"actions":["score 0 1 2 3"],"by":"player","id":"c28"}');
INSERT INTO public.events VALUES ('finished', 36, '{"kind":"acted","at":1780000186.25,"seat":1,"actions":["rolled 1 5 2 4 6 5"],"by":"player","id":"c29"}');
INSERT INTO public.events VALUES ('finished', 37, '{"kind":"acted","at":1780000187.75,"seat":1,"actions":["keep 2 4 5","rolled 4 3 2 4 6 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 38, '{"kind":"acted","at":1780000189.25,"seat":1,"actions":["score 0 1 2 4 5"],"by":"player","id":"c31"}');
INSERT INTO public.events VALUES ('finished', 39, '{"kind":"acted","at":1780000190.75,"seat":0,"actions":["rolled 5 4 3 3 2 2"],"by":"player","id":"c32"}');
INSERT INTO public.events VALUES ('finished', 40, '{"kind":"acted","at":1780000192.25,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 41, '{"kind":"acted","at":1780000193.75,"seat":0,"actions":["keep 0 1 2","rolled 5 4 3 6 2 1"],"by":"player","id":"c34"}');
INSERT INTO public.events VALUES ('finished', 42, '{"kind":"acted","at":1780000195.25,"seat":1,"actions":["pass"],"by":"player","id":"c35"}');
INSERT INTO public.events VALUES ('finished', 43, '{"kind":"acted","at":1780000196.75,"seat":0,"actions":["keep 0 1 2","rolled 5 4 3 5 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 44, '{"kind":"acted","at":1780000198.25,"seat":0,"actions":["score 0 3 4 5"],"by":"player","id":"c37"}');
INSERT INTO public.events VALUES ('finished', 45, '{"kind":"acted","at":1780000199.75,"seat":1,"actions":["rolled 4 3 6 4 3 5"],"by":"player","id":"c38"}');
INSERT INTO public.events VALUES ('finished', 46, '{"kind":"acted","at":1780000201.25,"seat":1,"actions":["keep 0 1 5","rolled 4 3 1 1 5 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 47, '{"kind":"acted","at":1780000202.75,"seat":1,"actions":["score 0 1 3 5"],"by":"player","id":"c40"}');
INSERT INTO public.events VALUES ('finished', 48, '{"kind":"acted","at":1780000204.25,"seat":0,"actions":["rolled 4 2 3 2 4 4"],"by":"player","id":"c41"}');
INSERT INTO public.events VALUES ('finished', 49, '{"kind":"acted","at":1780000205.75,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 50, '{"kind":"acted","at":1780000207.25,"seat":0,"actions":["keep 0 4 5","rolled 4 1 6 1 4 4"],"by":"player","id":"c43"}');
INSERT INTO public.events VALUES ('finished', 51, '{"kind":"acted","at":1780000208.75,"seat":1,"actions":["pass"],"by":"player","id":"c44"}');
INSERT INTO public.events VALUES ('finished', 52, '{"kind":"acted","at":1780000210.25,"seat":0,"actions":["keep 0 4 5","rolled 4 5 5 3 4 4"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 53, '{"kind":"acted","at":1780000211.75,"seat":0,"actions":["score 0 2 3 4 5"],"by":"player","id":"c46"}');
INSERT INTO public.events VALUES ('finished', 54, '{"kind":"acted","at":1780000213.25,"seat":1,"actions":["rolled 3 6 3 5 4 5"],"by":"player","id":"c47"}');
INSERT INTO public.events VALUES ('finished', 55, '{"kind":"acted","at":1780000214.75,"seat":1,"actions":["keep 3 5","rolled 4 1 1 5 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 56, '{"kind":"acted","at":1780000216.25,"seat":1,"actions":["keep 3 5","rolled 4 6 6 5 1 5"],"by":"player","id":"c49"}');
INSERT INTO public.events VALUES ('finished', 57, '{"kind":"acted","at":1780000217.75,"seat":1,"actions":["score 1 2 4 5"],"by":"player","id":"c50"}');
INSERT INTO public.events VALUES ('finished', 58, '{"kind":"acted","at":1780000219.25,"seat":0,"actions":["rolled 1 6 6 3 6 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 59, '{"kind":"acted","at":1780000220.75,"seat":1,"actions":["pass"],"by":"player","id":"c52"}');
INSERT INTO public.events VALUES ('finished', 60, '{"kind":"acted","at":1780000222.25,"seat":0,"actions":["keep 1 2 4","rolled 6 6 6 4 6 3"],"by":"player","id":"c53"}');
INSERT INTO public.events VALUES ('finished', 61, '{"kind":"acted","at":1780000223.75,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 62, '{"kind":"acted","at":1780000225.25,"seat":0,"actions":["score 0 1 2 4"],"by":"player","id":"c55"}');
INSERT INTO public.events VALUES ('finished', 63, '{"kind":"acted","at":1780000226.75,"seat":1,"actions":["rolled 6 4 6 3 1 4"],"by":"player","id":"c56"}');
INSERT INTO public.events VALUES ('finished', 64, '{"kind":"acted","at":1780000228.25,"seat":1,"actions":["keep 0 2","rolled 6 3 6 2 5 1"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 65, '{"kind":"acted","at":1780000229.75,"seat":1,"actions":["keep 0 2","rolled 6 4 6 1 2 3"],"by":"player","id":"c58"}');
INSERT INTO public.events VALUES ('finished', 66, '{"kind":"acted","at":1780000231.25,"seat":1,"actions":["score 0 1 2 3"],"by":"player","id":"c59"}');
INSERT INTO public.events VALUES ('finished', 67, '{"kind":"acted","at":1780000232.75,"seat":0,"actions":["rolled 2 6 2 4 4 4"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 68, '{"kind":"acted","at":1780000234.25,"seat":1,"actions":["pass"],"by":"player","id":"c61"}');
INSERT INTO public.events VALUES ('finished', 69, '{"kind":"acted","at":1780000235.75,"seat":0,"actions":["keep 3 4 5","rolled 1 2 4 4 4 4"],"by":"player","id":"c62"}');
INSERT INTO public.events VALUES ('finished', 70, '{"kind":"acted","at":1780000237.25,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 71, '{"kind":"acted","at":1780000238.75,"seat":0,"actions":["score 1 2 3 4"],"by":"player","id":"c64"}');
INSERT INTO public.events VALUES ('finished', 72, '{"kind":"acted","at":1780000240.25,"seat":1,"actions":["rolled 4 5 3 2 4 5"],"by":"player","id":"c65"}');
INSERT INTO public.events VALUES ('finished', 73, '{"kind":"acted","at":1780000241.75,"seat":1,"actions":["keep 1 5","rolled 3 5 6 4 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 74, '{"kind":"acted","at":1780000243.25,"seat":1,"actions":["keep 1 5","rolled 6 5 4 2 2 5"],"by":"player","id":"c67"}');
INSERT INTO public.events VALUES ('finished', 75, '{"kind":"acted","at":1780000244.75,"seat":1,"actions":["score 0 3 5"],"by":"player","id":"c68"}');
INSERT INTO public.events VALUES ('finished', 76, '{"kind":"takenback","at":1780000246.25,"seat":1,"id":"back-2"}');
INSERT INTO public.events VALUES ('finished', 77, '{"kind":"acted","at":1780000247.75,"seat":1,"actions":["score 0 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('finished', 78, '{"kind":"rematched","at":1780000277.75,"table":"rematch"}');
INSERT INTO public.events VALUES ('rematch', 1, '{"kind":"created","at":1780000277.75,"settings":{"ask_seconds":6,"turn_seconds":0,"pace":12,"watch":true},"came_from":"finished"}');
INSERT INTO public.events VALUES ('rematch', 2, '{"kind":"sat","at":1780000277.75,"sitting":1,"name":"Lena","id":null}');
INSERT INTO public.events VALUES ('rematch', 3, '{"kind":"sat","at":1780000277.75,"sitting":2,"name":"Ayşe","id":null}');
INSERT INTO public.events VALUES ('rematch', 4, '{"kind":"begun","at":1780000277.75,"first":0,"id":null}');
INSERT INTO public.events VALUES ('rematch', 5, '{"kind":"acted","at":1780000279.25,"seat":0,"actions":["rolled 1 2 2 2 6 2"],"by":"player","id":"c70"}');
INSERT INTO public.events VALUES ('rematch', 6, '{"kind":"acted","at":1780000280.75,"seat":1,"actions":["pass"],"by":"player","id":"c71"}');
INSERT INTO public.events VALUES ('rematch', 7, '{"kind":"acted","at":1780000282.25,"seat":0,"actions":["score 1 3 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('rematch', 8, '{"kind":"acted","at":1780000283.75,"seat":1,"actions":["rolled 1 4 5 2 3 3"],"by":"player","id":"c73"}');
INSERT INTO public.events VALUES ('rematch', 9, '{"kind":"acted","at":1780000285.25,"seat":0,"actions":["pass"],"by":"player","id":"c74"}');
INSERT INTO public.events VALUES ('rematch', 10, '{"kind":"acted","at":1780000286.75,"seat":1,"actions":["keep 0 2 4","rolled 1 1 5 2 3 4"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('rematch', 11, '{"kind":"acted","at":1780000288.25,"seat":0,"actions":["pass"],"by":"player","id":"c76"}');
INSERT INTO public.events VALUES ('rematch', 12, '{"kind":"acted","at":1780000289.75,"seat":1,"actions":["keep 0 2 4","rolled 1 5 5 3 3 5"],"by":"player","id":"c77"}');
INSERT INTO public.events VALUES ('rematch', 13, '{"kind":"acted","at":1780000291.25,"seat":1,"actions":["score 1 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('rematch', 14, '{"kind":"acted","at":1780000292.75,"seat":0,"actions":["rolled 5 3 2 6 5 5"],"by":"player","id":"c79"}');
INSERT INTO public.events VALUES ('rematch', 15, '{"kind":"acted","at":1780000294.25,"seat":1,"actions":["pass"],"by":"player","id":"c80"}');
INSERT INTO public.events VALUES ('rematch', 16, '{"kind":"acted","at":1780000295.75,"seat":0,"actions":["keep 0 4 5","rolled 5 6 6 6 5 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('rematch', 17, '{"kind":"acted","at":1780000297.25,"seat":1,"actions":["pass"],"by":"player","id":"c82"}');
INSERT INTO public.events VALUES ('rematch', 18, '{"kind":"acted","at":1780000298.75,"seat":0,"actions":["keep 1 2 3","rolled 1 6 6 6 4 6"],"by":"player","id":"c83"}');
INSERT INTO public.events VALUES ('rematch', 19, '{"kind":"acted","at":1780000300.25,"seat":0,"actions":["score 1 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('rematch', 20, '{"kind":"left","at":1780000301.75,"sitting":1}');
INSERT INTO public.events VALUES ('rematch', 21, '{"kind":"acted","at":1780000303.25,"seat":1,"actions":["rolled 5 4 4 4 4 1"],"by":"player","id":"c85"}');
INSERT INTO public.events VALUES ('progress', 1, '{"kind":"created","at":1780000363.25,"settings":{"ask_seconds":90,"turn_seconds":5,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('progress', 2, '{"kind":"sat","at":1780000363.25,"sitting":1,"name":"Lena"}');
INSERT INTO public.events VALUES ('progress', 3, '{"kind":"sat","at":1780000365.25,"sitting":2,"name":"Marko"}');
INSERT INTO public.events VALUES ('progress', 4, '{"kind":"sat","at":1780000366.25,"sitting":3,"name":"Florian"}');
INSERT INTO public.events VALUES ('progress', 5, '{"kind":"botsat","at":1780000367.25,"level":"casual","name":"casual (bot)"}');
INSERT INTO public.events VALUES ('progress', 6, '{"kind":"begun","at":1780000368.25,"first":1}');
INSERT INTO public.events VALUES ('progress', 7, '{"kind":"acted","at":1780000370.75,"seat":0,"actions":["rolled 4 6 4 1 2 1"],"by":"player","id":"c86"}');
INSERT INTO public.events VALUES ('progress', 8, '{"kind":"acted","at":1780000372.25,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 9, '{"kind":"acted","at":1780000373.75,"seat":0,"actions":["keep 2 4 5","rolled 2 4 4 2 2 1"],"by":"player","id":"c88"}');
INSERT INTO public.events VALUES ('progress', 10, '{"kind":"acted","at":1780000375.25,"seat":1,"actions":["pass"],"by":"player","id":"c89"}');
INSERT INTO public.events VALUES ('progress', 11, '{"kind":"acted","at":1780000376.75,"seat":0,"actions":["keep 2 4 5","rolled 1 3 4 5 2 1"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 12, '{"kind":"acted","at":1780000378.25,"seat":0,"actions":["score 1 2 3"],"by":"player","id":"c91"}');
INSERT INTO public.events VALUES ('progress', 13, '{"kind":"acted","at":1780000379.75,"seat":1,"actions":["rolled 1 1 1 5 2 5"],"by":"player","id":"c92"}');
INSERT INTO public.events VALUES ('progress', 14, '{"kind":"acted","at":1780000379.75,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 15, '{"kind":"acted","at":1780000381.25,"seat":1,"actions":["keep 0 1 2","rolled 1 1 1 1 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 16, '{"kind":"acted","at":1780000381.25,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 17, '{"kind":"acted","at":1780000382.75,"seat":1,"actions":["score 0 1 2 3"],"by":"player","id":"c94"}');
INSERT INTO public.events VALUES ('progress', 18, '{"kind":"acted","at":1780000385.75,"seat":2,"actions":["rolled 1 1 2 5 4 2"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 19, '{"kind":"acted","at":1780000387.25,"seat":3,"actions":["pass"],"by":"player","id":"c95"}');
INSERT INTO public.events VALUES ('progress', 20, '{"kind":"acted","at":1780000388.45,"seat":2,"actions":["keep 1 3 4","rolled 6 1 3 5 4 3"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 21, '{"kind":"acted","at":1780000389.95,"seat":3,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 22, '{"kind":"acted","at":1780000391.15,"seat":2,"actions":["score 1 3 4 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 23, '{"kind":"configured","at":1780000392.65,"settings":{"ask_seconds":90,"turn_seconds":5,"pace":4,"watch":false}}');
INSERT INTO public.events VALUES ('progress', 24, '{"kind":"muted","at":1780000394.15,"seat":1,"until":"game"}');
INSERT INTO public.events VALUES ('progress', 25, '{"kind":"acted","at":1780000395.65,"seat":3,"actions":["rolled 4 1 1 4 4 4"],"by":"player","id":"c97"}');
INSERT INTO public.events VALUES ('progress', 26, '{"kind":"acted","at":1780000397.15,"seat":0,"actions":["pass"],"by":"player","id":"c98"}');
INSERT INTO public.events VALUES ('progress', 27, '{"kind":"acted","at":1780000398.65,"seat":3,"actions":["score 0 3 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 28, '{"kind":"acted","at":1780000400.15,"seat":0,"actions":["rolled 4 3 1 2 1 6","pass"],"by":"player","id":"c100"}');
INSERT INTO public.events VALUES ('progress', 29, '{"kind":"acted","at":1780000401.65,"seat":0,"actions":["keep 3 4 5","rolled 3 6 3 2 1 6","pass"],"by":"player","id":"c101"}');
INSERT INTO public.events VALUES ('progress', 30, '{"kind":"acted","at":1780000403.15,"seat":0,"actions":["score 2 3 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 31, '{"kind":"acted","at":1780000404.65,"seat":1,"actions":["rolled 4 6 2 5 1 2"],"by":"player","id":"c103"}');
INSERT INTO public.events VALUES ('progress', 32, '{"kind":"acted","at":1780000404.65,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 33, '{"kind":"acted","at":1780000406.15,"seat":1,"actions":["keep 1 5","rolled 5 6 3 2 6 2"],"by":"player","id":"c104"}');
INSERT INTO public.events VALUES ('progress', 34, '{"kind":"acted","at":1780000406.15,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 35, '{"kind":"acted","at":1780000407.65,"seat":1,"actions":["keep 0 2 3","rolled 5 5 3 2 1 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 36, '{"kind":"acted","at":1780000409.15,"seat":1,"actions":["score 0 2 3 4"],"by":"player","id":"c106"}');
INSERT INTO public.events VALUES ('progress', 37, '{"kind":"removed","at":1780000410.65,"seat":1,"id":"remove-2"}');
INSERT INTO public.events VALUES ('progress', 38, '{"kind":"acted","at":1780000410.65,"seat":2,"actions":["rolled 3 6 1 6 3 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 39, '{"kind":"acted","at":1780000412.15,"seat":3,"actions":["pass"],"by":"player","id":"c107"}');
INSERT INTO public.events VALUES ('progress', 40, '{"kind":"acted","at":1780000412.5500002,"seat":2,"actions":["keep 0 2 3","rolled 3 3 1 6 2 3"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 41, '{"kind":"acted","at":1780000414.0500002,"seat":3,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 42, '{"kind":"acted","at":1780000414.4500003,"seat":2,"actions":["keep 0 2 3","rolled 3 2 1 6 5 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 43, '{"kind":"acted","at":1780000414.8500004,"seat":2,"actions":["score 0 1 3 4"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 44, '{"kind":"endwished","at":1780000416.3500004,"sitting":2,"wish":true}');
INSERT INTO public.events VALUES ('progress', 45, '{"kind":"endwished","at":1780000417.8500004,"sitting":2,"wish":false}');
INSERT INTO public.events VALUES ('progress', 46, '{"kind":"muted","at":1780000419.3500004,"seat":3,"until":"game"}');
INSERT INTO public.events VALUES ('progress', 47, '{"kind":"acted","at":1780000420.8500004,"seat":3,"actions":["rolled 3 6 2 5 2 2"],"by":"player","id":"c109"}');
INSERT INTO public.events VALUES ('progress', 48, '{"kind":"acted","at":1780000422.3500004,"seat":0,"actions":["pass"],"by":"player","id":"c110"}');
INSERT INTO public.events VALUES ('progress', 49, '{"kind":"acted","at":1780000423.8500004,"seat":3,"actions":["keep 2 4 5","rolled 4 6 2 2 2 2"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 50, '{"kind":"acted","at":1780000425.3500004,"seat":0,"actions":["pass"],"by":"player","id":"c112"}');
INSERT INTO public.events VALUES ('progress', 51, '{"kind":"acted","at":1780000426.8500004,"seat":3,"actions":["score 2 3 4 5"],"by":"player","id":"c113"}');
INSERT INTO public.events VALUES ('progress', 52, '{"kind":"away","at":1780000431.8500004,"seat":0}');
INSERT INTO public.events VALUES ('progress', 53, '{"kind":"acted","at":1780000431.8500004,"seat":0,"actions":["rolled 2 5 4 3 6 1"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 54, '{"kind":"acted","at":1780000431.8500004,"seat":1,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 55, '{"kind":"acted","at":1780000432.2500005,"seat":0,"actions":["keep 1 2 3 5","rolled 1 5 4 3 3 1"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 56, '{"kind":"acted","at":1780000432.2500005,"seat":1,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 57, '{"kind":"acted","at":1780000432.6500006,"seat":0,"actions":["keep 1 2 3 5","rolled 4 5 4 3 3 1"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 58, '{"kind":"acted","at":1780000433.0500007,"seat":0,"actions":["score 1 2 3 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 59, '{"kind":"returned","at":1780000434.5500007,"sitting":2}');
INSERT INTO public.events VALUES ('progress', 60, '{"kind":"acted","at":1780000436.0500007,"seat":1,"actions":["rolled 2 6 5 3 4 6"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 61, '{"kind":"acted","at":1780000436.0500007,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 62, '{"kind":"acted","at":1780000436.4500008,"seat":1,"actions":["keep 1 5","rolled 3 6 3 1 2 6"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 63, '{"kind":"acted","at":1780000436.4500008,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 64, '{"kind":"acted","at":1780000436.8500009,"seat":1,"actions":["keep 1 5","rolled 1 6 2 4 2 6"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 65, '{"kind":"acted","at":1780000437.250001,"seat":1,"actions":["score 2 3 4 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 66, '{"kind":"acted","at":1780000437.650001,"seat":2,"actions":["rolled 3 2 4 5 5 1","pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 67, '{"kind":"acted","at":1780000438.0500011,"seat":2,"actions":["keep 0 1 4","rolled 3 2 4 6 5 3","pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 68, '{"kind":"acted","at":1780000438.4500012,"seat":2,"actions":["score 0 1 3 4"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 69, '{"kind":"acted","at":1780000439.9500012,"seat":3,"actions":["rolled 1 6 1 4 6 2"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 70, '{"kind":"acted","at":1780000441.4500012,"seat":0,"actions":["pass"],"by":"player","id":"c115"}');
INSERT INTO public.events VALUES ('progress', 71, '{"kind":"acted","at":1780000442.9500012,"seat":3,"actions":["score 0 1 3 5"],"by":"player","id":"c116"}');
INSERT INTO public.events VALUES ('progress', 72, '{"kind":"away","at":1780000447.9500012,"seat":0}');
INSERT INTO public.events VALUES ('progress', 73, '{"kind":"endwished","at":1780000449.4500012,"sitting":1,"wish":true}');
INSERT INTO public.events VALUES ('progress', 74, '{"kind":"acted","at":1780000449.4500012,"seat":0,"actions":["rolled 4 2 4 6 3 1"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 75, '{"kind":"acted","at":1780000449.4500012,"seat":1,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 76, '{"kind":"acted","at":1780000449.8500013,"seat":0,"actions":["keep 0 2","rolled 4 6 4 4 4 4"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 77, '{"kind":"acted","at":1780000449.8500013,"seat":1,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 78, '{"kind":"acted","at":1780000450.2500014,"seat":0,"actions":["keep 0 2 3 4 5","rolled 4 6 4 4 4 4"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 79, '{"kind":"acted","at":1780000450.6500015,"seat":0,"actions":["score 0 2 3 4 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 80, '{"kind":"acted","at":1780000451.0500016,"seat":1,"actions":["rolled 1 6 2 2 2 1"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 81, '{"kind":"acted","at":1780000451.0500016,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 82, '{"kind":"acted","at":1780000451.4500017,"seat":1,"actions":["keep 1","rolled 2 6 5 4 6 2"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 83, '{"kind":"acted","at":1780000451.4500017,"seat":2,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 84, '{"kind":"acted","at":1780000451.8500018,"seat":1,"actions":["keep 1 2 3 5","rolled 5 6 5 4 5 2"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 85, '{"kind":"acted","at":1780000452.250002,"seat":1,"actions":["score 1 2 3 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 86, '{"kind":"acted","at":1780000452.650002,"seat":2,"actions":["rolled 4 6 3 2 5 5","pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 87, '{"kind":"acted","at":1780000453.050002,"seat":2,"actions":["keep 4 5","rolled 2 1 1 6 5 5","pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 88, '{"kind":"acted","at":1780000453.4500022,"seat":2,"actions":["keep 2 3 4","rolled 6 1 1 6 5 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 89, '{"kind":"acted","at":1780000453.8500023,"seat":2,"actions":["score 0 1 3 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('progress', 90, '{"kind":"acted","at":1780000455.3500023,"seat":3,"actions":["rolled 2 4 2 2 1 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('progress', 91, '{"kind":"acted","at":1780000455.3500023,"seat":0,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('device', 1, '{"kind":"created","at":1780000515.3500023,"settings":{"ask_seconds":6,"turn_seconds":0,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('device', 2, '{"kind":"sat","at":1780000515.3500023,"sitting":1,"name":"Lena","id":null}');
INSERT INTO public.events VALUES ('device', 3, '{"kind":"sat","at":1780000515.3500023,"sitting":1,"name":"Marko","id":null}');
INSERT INTO public.events VALUES ('device', 4, '{"kind":"sat","at":1780000515.3500023,"sitting":1,"name":"Florian","id":null}');
INSERT INTO public.events VALUES ('device', 5, '{"kind":"sat","at":1780000515.3500023,"sitting":1,"name":"Ayşe","id":null}');
INSERT INTO public.events VALUES ('device', 6, '{"kind":"begun","at":1780000515.3500023,"first":2,"id":null}');
INSERT INTO public.events VALUES ('device', 7, '{"kind":"acted","at":1780000516.8500023,"seat":0,"actions":["rolled 2 3 5 2 5 3"],"by":"player","id":"c118"}');
INSERT INTO public.events VALUES ('device', 8, '{"kind":"acted","at":1780000518.3500023,"seat":1,"actions":["pass"],"by":"player","id":"c119"}');
INSERT INTO public.events VALUES ('device', 9, '{"kind":"acted","at":1780000519.8500023,"seat":0,"actions":["keep 2 4","rolled 3 5 5 4 5 2"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 10, '{"kind":"acted","at":1780000521.3500023,"seat":1,"actions":["pass"],"by":"player","id":"c121"}');
INSERT INTO public.events VALUES ('device', 11, '{"kind":"acted","at":1780000522.8500023,"seat":0,"actions":["keep 1 2 4","rolled 1 5 5 6 5 3"],"by":"player","id":"c122"}');
INSERT INTO public.events VALUES ('device', 12, '{"kind":"acted","at":1780000524.3500023,"seat":0,"actions":["score 1 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 13, '{"kind":"acted","at":1780000525.8500023,"seat":1,"actions":["rolled 4 6 5 5 4 5"],"by":"player","id":"c124"}');
INSERT INTO public.events VALUES ('device', 14, '{"kind":"acted","at":1780000527.3500023,"seat":2,"actions":["pass"],"by":"player","id":"c125"}');
INSERT INTO public.events VALUES ('device', 15, '{"kind":"acted","at":1780000528.8500023,"seat":1,"actions":["keep 2 3 5","rolled 2 5 5 5 2 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 16, '{"kind":"acted","at":1780000530.3500023,"seat":2,"actions":["pass"],"by":"player","id":"c127"}');
INSERT INTO public.events VALUES ('device', 17, '{"kind":"acted","at":1780000531.8500023,"seat":1,"actions":["score 0 1 2 5"],"by":"player","id":"c128"}');
INSERT INTO public.events VALUES ('device', 18, '{"kind":"acted","at":1780000533.3500023,"seat":2,"actions":["rolled 5 5 1 4 2 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 19, '{"kind":"acted","at":1780000534.8500023,"seat":3,"actions":["pass"],"by":"player","id":"c130"}');
INSERT INTO public.events VALUES ('device', 20, '{"kind":"acted","at":1780000536.3500023,"seat":2,"actions":["keep 0 1 5","rolled 5 5 1 2 2 5"],"by":"player","id":"c131"}');
INSERT INTO public.events VALUES ('device', 21, '{"kind":"acted","at":1780000537.8500023,"seat":3,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 22, '{"kind":"acted","at":1780000539.3500023,"seat":2,"actions":["keep 0 1 5","rolled 5 5 2 4 5 5"],"by":"player","id":"c133"}');
INSERT INTO public.events VALUES ('device', 23, '{"kind":"acted","at":1780000540.8500023,"seat":2,"actions":["score 0 1 3 4 5"],"by":"player","id":"c134"}');
INSERT INTO public.events VALUES ('device', 24, '{"kind":"acted","at":1780000542.3500023,"seat":3,"actions":["rolled 6 1 5 1 3 6"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 25, '{"kind":"acted","at":1780000543.8500023,"seat":0,"actions":["pass"],"by":"player","id":"c136"}');
INSERT INTO public.events VALUES ('device', 26, '{"kind":"acted","at":1780000545.3500023,"seat":3,"actions":["keep 0 5","rolled 6 5 5 5 4 6"],"by":"player","id":"c137"}');
INSERT INTO public.events VALUES ('device', 27, '{"kind":"acted","at":1780000546.8500023,"seat":0,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 28, '{"kind":"acted","at":1780000548.3500023,"seat":3,"actions":["keep 1 2 3","rolled 1 5 5 5 5 1"],"by":"player","id":"c139"}');
INSERT INTO public.events VALUES ('device', 29, '{"kind":"acted","at":1780000549.8500023,"seat":3,"actions":["score 1 2 3 4"],"by":"player","id":"c140"}');
INSERT INTO public.events VALUES ('device', 30, '{"kind":"acted","at":1780000551.3500023,"seat":0,"actions":["rolled 2 2 3 1 1 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 31, '{"kind":"acted","at":1780000552.8500023,"seat":1,"actions":["pass"],"by":"player","id":"c142"}');
INSERT INTO public.events VALUES ('device', 32, '{"kind":"acted","at":1780000554.3500023,"seat":0,"actions":["keep 3 5","rolled 4 5 1 1 1 5"],"by":"player","id":"c143"}');
INSERT INTO public.events VALUES ('device', 33, '{"kind":"acted","at":1780000555.8500023,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 34, '{"kind":"acted","at":1780000557.3500023,"seat":0,"actions":["keep 0 3 5","rolled 4 4 3 1 5 5"],"by":"player","id":"c145"}');
INSERT INTO public.events VALUES ('device', 35, '{"kind":"acted","at":1780000558.8500023,"seat":0,"actions":["score 1 4 5"],"by":"player","id":"c146"}');
INSERT INTO public.events VALUES ('device', 36, '{"kind":"acted","at":1780000560.3500023,"seat":1,"actions":["rolled 5 5 5 2 6 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 37, '{"kind":"acted","at":1780000561.8500023,"seat":2,"actions":["pass"],"by":"player","id":"c148"}');
INSERT INTO public.events VALUES ('device', 38, '{"kind":"acted","at":1780000563.3500023,"seat":1,"actions":["keep 0 1 2","rolled 5 5 5 4 5 5"],"by":"player","id":"c149"}');
INSERT INTO public.events VALUES ('device', 39, '{"kind":"acted","at":1780000564.8500023,"seat":2,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 40, '{"kind":"acted","at":1780000566.3500023,"seat":1,"actions":["score 0 1 2 4 5"],"by":"player","id":"c151"}');
INSERT INTO public.events VALUES ('device', 41, '{"kind":"acted","at":1780000567.8500023,"seat":2,"actions":["rolled 4 5 2 6 5 3"],"by":"player","id":"c152"}');
INSERT INTO public.events VALUES ('device', 42, '{"kind":"acted","at":1780000569.3500023,"seat":3,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 43, '{"kind":"acted","at":1780000570.8500023,"seat":2,"actions":["keep 3 4","rolled 5 2 4 6 5 2"],"by":"player","id":"c154"}');
INSERT INTO public.events VALUES ('device', 44, '{"kind":"acted","at":1780000572.3500023,"seat":3,"actions":["pass"],"by":"player","id":"c155"}');
INSERT INTO public.events VALUES ('device', 45, '{"kind":"acted","at":1780000573.8500023,"seat":2,"actions":["keep 1 3 4","rolled 4 2 1 6 5 4"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 46, '{"kind":"acted","at":1780000575.3500023,"seat":2,"actions":["score 2 3 4 5"],"by":"player","id":"c157"}');
INSERT INTO public.events VALUES ('device', 47, '{"kind":"acted","at":1780000576.8500023,"seat":3,"actions":["rolled 4 3 1 6 2 4"],"by":"player","id":"c158"}');
INSERT INTO public.events VALUES ('device', 48, '{"kind":"acted","at":1780000578.3500023,"seat":0,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 49, '{"kind":"acted","at":1780000579.8500023,"seat":3,"actions":["keep 2 3 5","rolled 1 2 1 6 6 4"],"by":"player","id":"c160"}');
INSERT INTO public.events VALUES ('device', 50, '{"kind":"acted","at":1780000581.3500023,"seat":0,"actions":["pass"],"by":"player","id":"c161"}');
INSERT INTO public.events VALUES ('device', 51, '{"kind":"acted","at":1780000582.8500023,"seat":3,"actions":["score 1 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 52, '{"kind":"acted","at":1780000584.3500023,"seat":0,"actions":["rolled 3 1 2 6 6 6"],"by":"player","id":"c163"}');
INSERT INTO public.events VALUES ('device', 53, '{"kind":"acted","at":1780000585.8500023,"seat":1,"actions":["pass"],"by":"player","id":"c164"}');
INSERT INTO public.events VALUES ('device', 54, '{"kind":"acted","at":1780000587.3500023,"seat":0,"actions":["keep 3 4 5","rolled 3 2 3 6 6 6"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 55, '{"kind":"acted","at":1780000588.8500023,"seat":1,"actions":["pass"],"by":"player","id":"c166"}');
INSERT INTO public.events VALUES ('device', 56, '{"kind":"acted","at":1780000590.3500023,"seat":0,"actions":["keep 3 4 5","rolled 2 4 2 6 6 6"],"by":"player","id":"c167"}');
INSERT INTO public.events VALUES ('device', 57, '{"kind":"acted","at":1780000591.8500023,"seat":0,"actions":["score 0 3 4 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('device', 58, '{"kind":"acted","at":1780000593.3500023,"seat":1,"actions":["rolled 6 1 4 4 2 6"],"by":"player","id":"c169"}');
INSERT INTO public.events VALUES ('ended', 1, '{"kind":"created","at":1780000653.3500023,"settings":{"ask_seconds":6,"turn_seconds":0,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('ended', 2, '{"kind":"sat","at":1780000653.3500023,"sitting":1,"name":"Lena","id":null}');
INSERT INTO public.events VALUES ('ended', 4, '{"kind":"begun","at":1780000656.3500023,"first":0,"id":"begin-2"}');
INSERT INTO public.events VALUES ('ended', 5, '{"kind":"acted","at":1780000657.8500023,"seat":0,"actions":["rolled 2 6 4 5 4 3"],"by":"player","id":"c170"}');
INSERT INTO public.events VALUES ('ended', 6, '{"kind":"acted","at":1780000659.3500023,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('ended', 7, '{"kind":"acted","at":1780000660.8500023,"seat":0,"actions":["score 0 3 4 5"],"by":"player","id":"c172"}');
INSERT INTO public.events VALUES ('ended', 8, '{"kind":"acted","at":1780000662.3500023,"seat":1,"actions":["rolled 4 2 3 3 1 6"],"by":"player","id":"c173"}');
INSERT INTO public.events VALUES ('ended', 9, '{"kind":"acted","at":1780000663.8500023,"seat":0,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('ended', 10, '{"kind":"acted","at":1780000665.3500023,"seat":1,"actions":["keep 2 4 5","rolled 3 1 3 3 1 6"],"by":"player","id":"c175"}');
INSERT INTO public.events VALUES ('ended', 11, '{"kind":"acted","at":1780000666.8500023,"seat":0,"actions":["pass"],"by":"player","id":"c176"}');
INSERT INTO public.events VALUES ('ended', 12, '{"kind":"acted","at":1780000668.3500023,"seat":1,"actions":["keep 2 4 5","rolled 5 4 3 4 1 6"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('ended', 13, '{"kind":"acted","at":1780000669.8500023,"seat":1,"actions":["score 0 1 2 5"],"by":"player","id":"c178"}');
INSERT INTO public.events VALUES ('ended', 14, '{"kind":"acted","at":1780000671.3500023,"seat":0,"actions":["rolled 6 1 4 3 5 5"],"by":"player","id":"c179"}');
INSERT INTO public.events VALUES ('ended', 15, '{"kind":"acted","at":1780000672.8500023,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('ended', 16, '{"kind":"acted","at":1780000674.3500023,"seat":0,"actions":["keep 0 2 3","rolled 6 3 4 3 5 1"],"by":"player","id":"c181"}');
INSERT INTO public.events VALUES ('ended', 17, '{"kind":"acted","at":1780000675.8500023,"seat":1,"actions":["pass"],"by":"player","id":"c182"}');
INSERT INTO public.events VALUES ('ended', 18, '{"kind":"acted","at":1780000677.3500023,"seat":0,"actions":["score 0 2 3 5"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('ended', 19, '{"kind":"left","at":1780000678.8500023,"sitting":2}');
INSERT INTO public.events VALUES ('ended', 20, '{"kind":"acted","at":1780000680.3500023,"seat":1,"actions":["rolled 1 2 1 1 3 3"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('ended', 21, '{"kind":"returned","at":1780000681.8500023,"sitting":2}');
INSERT INTO public.events VALUES ('ended', 22, '{"kind":"endwished","at":1780000683.3500023,"sitting":2,"wish":true}');
INSERT INTO public.events VALUES ('ended', 23, '{"kind":"endwished","at":1780000684.8500023,"sitting":1,"wish":true}');
INSERT INTO public.events VALUES ('ended', 24, '{"kind":"ended","at":1780000684.8500023}');
INSERT INTO public.events VALUES ('ended', 3, '{"kind":"sat","at":1780000654.8500023,"sitting":2,"name":null,"id":"d96db5738a0af4d591a3494f583244f2"}');
INSERT INTO public.events VALUES ('ended', 25, '{"kind":"forgotten","at":1780000686.3500023,"sitting":2}');
INSERT INTO public.events VALUES ('forgotten', 1, '{"kind":"created","at":1780000746.3500023,"settings":{"ask_seconds":6,"turn_seconds":0,"pace":12,"watch":true},"came_from":null}');
INSERT INTO public.events VALUES ('forgotten', 3, '{"kind":"sat","at":1780000746.3500023,"sitting":2,"name":"Marko","id":null}');
INSERT INTO public.events VALUES ('forgotten', 4, '{"kind":"sat","at":1780000746.3500023,"sitting":3,"name":"Zoë","id":null}');
INSERT INTO public.events VALUES ('forgotten', 5, '{"kind":"botsat","at":1780000746.3500023,"level":"random","name":"random (bot)","id":null}');
INSERT INTO public.events VALUES ('forgotten', 6, '{"kind":"begun","at":1780000746.3500023,"first":0,"id":null}');
INSERT INTO public.events VALUES ('forgotten', 7, '{"kind":"acted","at":1780000747.8500023,"seat":0,"actions":["rolled 1 2 3 2 4 6"],"by":"player","id":"c184"}');
INSERT INTO public.events VALUES ('forgotten', 8, '{"kind":"acted","at":1780000749.3500023,"seat":1,"actions":["pass"],"by":"player","id":"c185"}');
INSERT INTO public.events VALUES ('forgotten', 9, '{"kind":"acted","at":1780000750.8500023,"seat":0,"actions":["keep 2 3 5","rolled 3 4 3 2 2 6"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('forgotten', 10, '{"kind":"acted","at":1780000752.3500023,"seat":1,"actions":["pass"],"by":"player","id":"c187"}');
INSERT INTO public.events VALUES ('forgotten', 11, '{"kind":"acted","at":1780000753.8500023,"seat":0,"actions":["score 1 2 3 5"],"by":"player","id":"c188"}');
INSERT INTO public.events VALUES ('forgotten', 12, '{"kind":"acted","at":1780000755.3500023,"seat":1,"actions":["rolled 5 5 5 4 6 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('forgotten', 13, '{"kind":"acted","at":1780000756.8500023,"seat":2,"actions":["pass"],"by":"player","id":"c190"}');
INSERT INTO public.events VALUES ('forgotten', 14, '{"kind":"acted","at":1780000758.3500023,"seat":1,"actions":["keep 0 1 2","rolled 5 5 5 1 3 1"],"by":"player","id":"c191"}');
INSERT INTO public.events VALUES ('forgotten', 15, '{"kind":"acted","at":1780000759.8500023,"seat":2,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('forgotten', 16, '{"kind":"acted","at":1780000761.3500023,"seat":1,"actions":["keep 0 1 2","rolled 5 5 5 6 2 4"],"by":"player","id":"c193"}');
INSERT INTO public.events VALUES ('forgotten', 17, '{"kind":"acted","at":1780000762.8500023,"seat":1,"actions":["score 0 1 2 3"],"by":"player","id":"c194"}');
INSERT INTO public.events VALUES ('forgotten', 2, '{"kind":"sat","at":1780000746.3500023,"sitting":1,"name":null,"id":null}');
INSERT INTO public.events VALUES ('forgotten', 18, '{"kind":"left","at":1780000764.3500023,"sitting":1}');
INSERT INTO public.events VALUES ('forgotten', 19, '{"kind":"forgotten","at":1780000764.3500023,"sitting":1}');
INSERT INTO public.events VALUES ('forgotten', 20, '{"kind":"acted","at":1780000765.8500023,"seat":2,"actions":["rolled 1 3 1 6 1 3"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('forgotten', 21, '{"kind":"acted","at":1780000765.8500023,"seat":3,"actions":["ask"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 22, '{"kind":"acted","at":1780000767.3500023,"seat":2,"actions":["keep 0 2 4","rolled 1 5 1 2 1 1"],"by":"player","id":"c196"}');
INSERT INTO public.events VALUES ('forgotten', 23, '{"kind":"acted","at":1780000768.8500023,"seat":2,"actions":["score 0 2 4 5"],"by":"player","id":"c197"}');
INSERT INTO public.events VALUES ('forgotten', 24, '{"kind":"acted","at":1780000771.8500023,"seat":3,"actions":["rolled 3 1 4 1 3 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 25, '{"kind":"acted","at":1780000771.8500023,"seat":0,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 26, '{"kind":"acted","at":1780000773.0500023,"seat":3,"actions":["keep 1 2 3 5","rolled 3 1 4 1 5 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 27, '{"kind":"acted","at":1780000773.0500023,"seat":0,"actions":["pass"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 28, '{"kind":"acted","at":1780000774.2500024,"seat":3,"actions":["keep 2 3","rolled 1 5 4 1 6 2"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 29, '{"kind":"acted","at":1780000775.4500024,"seat":3,"actions":["score 3"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 30, '{"kind":"acted","at":1780000776.6500025,"seat":0,"actions":["rolled 2 3 1 2 2 3"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 31, '{"kind":"acted","at":1780000778.1500025,"seat":1,"actions":["pass"],"by":"player","id":null}');
INSERT INTO public.events VALUES ('forgotten', 32, '{"kind":"acted","at":1780000779.3500025,"seat":0,"actions":["keep 0 3 4","rolled 2 6 3 2 2 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 33, '{"kind":"acted","at":1780000780.8500025,"seat":1,"actions":["pass"],"by":"player","id":"c199"}');
INSERT INTO public.events VALUES ('forgotten', 34, '{"kind":"acted","at":1780000782.0500026,"seat":0,"actions":["keep 0 1 2 4 5","rolled 2 6 3 2 2 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 35, '{"kind":"acted","at":1780000783.2500026,"seat":0,"actions":["score 0 1 2 4 5"],"by":"bot","id":null}');
INSERT INTO public.events VALUES ('forgotten', 36, '{"kind":"acted","at":1780000784.7500026,"seat":1,"actions":["rolled 3 4 5 6 2 3"],"by":"player","id":"c200"}');


--
-- Data for Name: secrets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.secrets VALUES ('signing', 'c0ffee0000000000000000000000000000000000000000000000000000000000');


--
-- Data for Name: tables; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tables VALUES ('lobby', 'open', 1780000060.25, NULL);
INSERT INTO public.tables VALUES ('finished', 'finished', 1780000247.75, NULL);
INSERT INTO public.tables VALUES ('rematch', 'playing', 1780000279.25, 1780000339.25);
INSERT INTO public.tables VALUES ('progress', 'playing', 1780000431.8500004, 1780000491.8500004);
INSERT INTO public.tables VALUES ('device', 'playing', 1780000515.3500023, NULL);
INSERT INTO public.tables VALUES ('ended', 'ended', 1780000684.8500023, NULL);
INSERT INTO public.tables VALUES ('forgotten', 'playing', 1780000747.8500023, 1780000807.8500023);


--
-- Name: alembic_version alembic_version_pkc; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (table_id, number);


--
-- Name: secrets secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);


--
-- Name: tables tables_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);


--
-- Name: ix_tables_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_tables_due ON public.tables USING btree (due);


--
-- Name: ix_tables_status_touched; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_tables_status_touched ON public.tables USING btree (status, touched);


--
-- PostgreSQL database dump complete
--


