"""Sources of rolls as other layers see them: a union that pydantic tells apart by `kind`."""

from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from charidice.records import EnteredSource, RollSource, SeededSource, ServerSource

ANY: TypeAdapter[RollSource] = TypeAdapter(Annotated[RollSource, Field(discriminator="kind")])
FORMS: list[tuple[RollSource, str]] = [
    (ServerSource(), '{"kind":"server"}'),
    (SeededSource("demo"), '{"kind":"seeded","seed":"demo"}'),
    (EnteredSource(), '{"kind":"entered","dice":false}'),
    (EnteredSource(dice=True), '{"kind":"entered","dice":true}'),
]


@pytest.mark.parametrize(("source", "text"), FORMS)
def test_a_source_is_written_and_read_as_a_discriminated_union(
    source: RollSource, text: str
) -> None:
    assert ANY.dump_json(source).decode() == text
    assert ANY.validate_json(text) == source


def test_every_kind_of_source_is_known_by_its_name() -> None:
    kinds = ANY.json_schema()["discriminator"]["mapping"]
    assert set(kinds) == {source.kind for source, _text in FORMS}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{}", "union_tag_not_found"),
        ('{"kind":"loaded"}', "union_tag_invalid"),
        ('{"kind":"seeded"}', "missing"),
        ('{"kind":"seeded","seed":3}', "string_type"),
        ('{"kind":"seeded","seed":" x"}', "value_error"),
    ],
)
def test_what_is_no_source_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ANY.validate_json(text)
    assert [error["type"] for error in caught.value.errors()] == [problem]


def test_sources_are_values() -> None:
    assert SeededSource("demo") == SeededSource("demo") != SeededSource("other")
    assert len({ServerSource(), ServerSource(), SeededSource("demo")}) == 2
