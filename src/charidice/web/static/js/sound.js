// Small sounds, made here from noise and tones; off until somebody turns them on.
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
    if (!this.on) return;
    const now = audio().currentTime;
    tone(now, 523, 0.25);
    tone(now + 0.12, 784, 0.4);
  },
};
