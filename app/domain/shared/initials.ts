/** 'MT' for Maya Thomas, in emails and calendars. */
export const toInitials = (name: string) =>
  name
    .split(/\s+/u)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0]?.toUpperCase() ?? '')
    .slice(0, 3)
    .join('')
