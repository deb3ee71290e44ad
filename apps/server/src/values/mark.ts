/** The mark that the software comes with, in the accent of the brand (packages/ui, logo.svg). */

export const markSvg = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-linejoin="round" stroke-linecap="round"><path d="M3 11.4 8.2 7.6 14.8 2.6" stroke-width="1.3" stroke-opacity=".6"/><path d="M3 11.4v7L13.4 22v-7.2L8.2 8.2z" fill="${colour}" fill-opacity=".16" stroke-width="1.5"/><path d="M13.4 22 21 16.6V9.4" stroke-width="1.5"/><path d="M8.2 8.2 14.8 2.6 21 9.4l-7.6 5.4z" fill="${colour}" stroke-width="1.2"/></svg>`;
