// Hits as sounds, made of an oscillator and a little noise: how loud by the impulse, how high by what was hit and how fast.
//
//   const hit = makeSounds({ crate: { pitch: 230, seconds: 0.12, noise: 0.7, falls: 0.6 } });     hit("crate", impulse, speed)
//
// Of a voice: Hz, seconds, how much of it is noise, and to what share of its pitch it falls. soft: of a duller tone.
// SPDX-License-Identifier: MIT

let context = null, noise = null;

// Browsers allow sound only from a touch on; before it nothing is heard.
export function wakeSound() {
    context ??= typeof AudioContext === "function" ? new AudioContext() : null;
    context?.resume();
    if (context && !noise) {
        noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
        noise.getChannelData(0).forEach((_, i, all) => (all[i] = 2 * Math.random() - 1));
    }
}

function ring(source, loud, seconds) {
    const volume = context.createGain();
    volume.gain.setValueAtTime(loud, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(1e-4, context.currentTime + seconds);
    source.connect(volume).connect(context.destination);
    source.start();
    source.stop(context.currentTime + seconds);
}

// impulse: N s; speed: m/s. A voice that there is not is the first of them.
export const makeSounds = voices => (name, impulse, speed) => {
    if (!context || context.state !== "running")
        return;
    const { pitch, seconds, noise: rough, falls, soft = false } = voices[name] ?? Object.values(voices)[0], loud = Math.min(0.04 + 0.02 * Math.sqrt(impulse), 0.35);
    const tone = context.createOscillator(), at = pitch * (0.9 + 0.04 * Math.min(speed, 8));
    tone.type = soft ? "triangle" : "sine";
    tone.frequency.setValueAtTime(at, context.currentTime);
    tone.frequency.exponentialRampToValueAtTime(at * falls, context.currentTime + seconds);
    ring(tone, loud * (1 - rough), seconds);
    if (rough > 0) {
        const hiss = context.createBufferSource();
        hiss.buffer = noise;
        hiss.playbackRate.value = pitch / 400;
        ring(hiss, loud * rough, 0.6 * seconds);
    }
};
