/** One typographic character makes a text of 160 characters two. */
export const toGsm = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
