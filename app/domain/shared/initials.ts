/** 'MT' for Maya Thomas: what an email or a calendar says of a person. */
export const toInitials = (name: string) =>
  name
    .split(/\s+/u)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0]?.toUpperCase() ?? '')
    .slice(0, 3)
    .join('')
