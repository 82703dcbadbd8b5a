/** A few sounds, made of tones; off until somebody wants them. */

import { settings } from './settings.svelte';

export type Sound = 'turn' | 'move' | 'refused' | 'won' | 'over' | 'chat';

// Each tone: when it begins, its pitch in hertz, how long it sounds (in seconds).
const TONES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  turn: [
    [0, 523, 0.12],
    [0.11, 784, 0.2],
  ],
  move: [[0, 220, 0.07]],
  refused: [[0, 147, 0.16]],
  won: [
    [0, 523, 0.12],
    [0.12, 659, 0.12],
    [0.24, 784, 0.12],
    [0.36, 1047, 0.3],
  ],
  over: [
    [0, 392, 0.16],
    [0.16, 330, 0.3],
  ],
  chat: [[0, 880, 0.06]],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.now.hasSound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const [at, pitch, length] of TONES[sound]) tone(context, context.currentTime + at, pitch, length);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number): void {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.16, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}
