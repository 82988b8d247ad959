/** The picture that every rendering shows: a sun over hills, 1024 by 768, drawn from shapes so that it needs no font and no file. */
export const sourcePicture = Object.freeze({
  width: 1024,
  height: 768,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c3d74"/><stop offset="1" stop-color="#f6b26b"/></linearGradient>
    <radialGradient id="sun"><stop offset="0" stop-color="#fff6d5"/><stop offset="1" stop-color="#ffd24d"/></radialGradient>
  </defs>
  <rect width="1024" height="768" fill="url(#sky)"/>
  <circle cx="700" cy="330" r="120" fill="url(#sun)"/>
  <path d="M0 560 Q 200 380 430 540 T 1024 480 V768 H0 Z" fill="#2f6b4f"/>
  <path d="M0 660 Q 300 520 560 650 T 1024 620 V768 H0 Z" fill="#1d4a38"/>
</svg>`,
});
