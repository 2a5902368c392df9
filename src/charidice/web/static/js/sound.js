// Small sounds, made here from noise and tones, and vibration; off until somebody turns them on.
const KEY = "charidice-sound";
/** @type {AudioContext | null} */
let context = null;

function audio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * @param {number} at
 * @param {number} loudness
 */
function knock(at, loudness) {
  const player = audio();
  const { sampleRate } = player;
  const buffer = player.createBuffer(1, sampleRate * 0.05, sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / 180);
  const playbackRate = 0.7 + Math.random() * 0.5;
  const source = new AudioBufferSourceNode(player, { buffer, playbackRate });
  source.connect(new GainNode(player, { gain: loudness })).connect(player.destination);
  source.start(at);
}

/**
 * @param {number} at
 * @param {number} frequency
 * @param {number} length
 */
function tone(at, frequency, length) {
  const player = audio();
  const gain = new GainNode(player, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  const source = new OscillatorNode(player, { type: "triangle", frequency });
  source.connect(gain).connect(player.destination);
  source.start(at);
  source.stop(at + length);
}

function stored() {
  try { return localStorage.getItem(KEY) === "on"; } catch { return false; }
}

export const sounds = {
  on: stored(),

  toggle() {
    this.on = !this.on;
    try { localStorage.setItem(KEY, this.on ? "on" : "off"); } catch { /* private windows */ }
    this.turn();
  },

  /**
   * Dice that fall.
   * @param {number} count
   */
  roll(count) {
    if (!this.on) return;
    const now = audio().currentTime;
    for (let i = 0; i < count * 2; i += 1) knock(now + i * 0.035 + Math.random() * 0.03, 0.25);
  },

  /** It is your turn. */
  turn() {
    this.play([523, 784], 0.12, 30);
  },

  /** Somebody has scored. */
  score() {
    this.play([392], 0, 0);
  },

  /** A bonus, or the biggest gift. */
  bonus() {
    this.play([523, 659, 784, 1047], 0.09, 60);
  },

  /** A gift lands. */
  gift() {
    if (this.on) setTimeout(() => this.play([659, 988], 0.08, 20), 1000);
  },

  /** The game is over. */
  end() {
    this.play([523, 523, 659, 784, 1047], 0.14, 120);
  },

  /**
   * @param {number[]} tones
   * @param {number} apart seconds between two of them
   * @param {number} shake milliseconds of vibration
   */
  play(tones, apart, shake) {
    if (!this.on) return;
    const now = audio().currentTime;
    tones.forEach((frequency, place) => tone(now + place * apart, frequency, 0.35));
    if (shake) navigator.vibrate?.(shake);
  },
};
