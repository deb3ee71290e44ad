/** Two short notes. Silent where the browser allows no sound before the first press on the page. */
const NOTES_HZ = [880, 1174.66] as const;
const NOTE_S = 0.12;
const LOUDNESS = 0.08;

let audio: AudioContext | undefined;

export function playChime(): void {
  audio ??= new AudioContext();
  const context = audio;
  void context.resume();
  NOTES_HZ.forEach((pitchHz, index) => {
    const note = context.createOscillator();
    const volume = context.createGain();
    const startS = context.currentTime + index * NOTE_S;
    note.frequency.value = pitchHz;
    volume.gain.setValueAtTime(LOUDNESS, startS);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, startS + NOTE_S);
    note.connect(volume).connect(context.destination);
    note.start(startS);
    note.stop(startS + NOTE_S);
  });
}
