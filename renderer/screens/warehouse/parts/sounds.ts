/** Tones of a scan: a short high one on success, two rising ones for another bill, two low ones on failure. */
const TONES = {
  good: [{ hertz: 1047, from: 0, lasts: 0.09 }],
  again: [{ hertz: 698, from: 0, lasts: 0.12 }],
  elsewhere: [
    { hertz: 523, from: 0, lasts: 0.1 },
    { hertz: 784, from: 0.13, lasts: 0.16 },
  ],
  bad: [
    { hertz: 196, from: 0, lasts: 0.2 },
    { hertz: 165, from: 0.24, lasts: 0.3 },
  ],
} as const;
export type Tone = keyof typeof TONES;

let player: AudioContext | undefined;

/** Plays a tone; does nothing without a sound device. */
export function play(tone: Tone): void {
  try {
    player ??= new AudioContext();
    const { currentTime, destination } = player;
    for (const { hertz, from, lasts } of TONES[tone]) {
      const oscillator = player.createOscillator();
      const volume = player.createGain();
      oscillator.type = tone === 'bad' ? 'square' : 'sine';
      oscillator.frequency.value = hertz;
      volume.gain.setValueAtTime(0.2, currentTime + from);
      volume.gain.exponentialRampToValueAtTime(0.001, currentTime + from + lasts);
      oscillator.connect(volume).connect(destination);
      oscillator.start(currentTime + from);
      oscillator.stop(currentTime + from + lasts);
    }
  } catch {
    // Without sound, text and colour show the same.
  }
}
