// Sounds of hits, made of an oscillator and a little noise: how loud by the impulse, how high by what was hit and how fast.
// SPDX-License-Identifier: MIT

// Hz, seconds, how much of it is noise, and to what share of its pitch it falls.
const VOICES = { crate: [230, 0.12, 0.7, 0.6], pin: [620, 0.25, 0.15, 0.97], jelly: [95, 0.3, 0.1, 0.45], bather: [150, 0.45, 0.05, 2.2],
                 weight: [880, 0.9, 0, 1], door: [170, 0.18, 0.6, 0.7], floor: [85, 0.1, 0.5, 0.5], hoop: [1050, 0.6, 0, 1.5], cheer: [520, 0.5, 0, 2] };
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

// impulse: N s; speed: m/s.
export function playHit(voice, impulse, speed) {
    if (!context || context.state !== "running")
        return;
    const [pitch, seconds, rough, falls] = VOICES[voice] ?? VOICES.crate, loud = Math.min(0.04 + 0.02 * Math.sqrt(impulse), 0.35);
    const tone = context.createOscillator(), at = pitch * (0.9 + 0.04 * Math.min(speed, 8));
    tone.type = voice === "bather" || voice === "jelly" ? "triangle" : "sine";
    tone.frequency.setValueAtTime(at, context.currentTime);
    tone.frequency.exponentialRampToValueAtTime(at * falls, context.currentTime + seconds);
    ring(tone, loud * (1 - rough), seconds);
    if (rough > 0) {
        const hiss = context.createBufferSource();
        hiss.buffer = noise;
        hiss.playbackRate.value = pitch / 400;
        ring(hiss, loud * rough, 0.6 * seconds);
    }
}
