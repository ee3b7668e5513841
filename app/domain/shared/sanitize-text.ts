/**
 * What somebody else's server said, as text: PostgreSQL refuses NUL, and a terminal that shows it may obey what
 * controls it.
 */
export const sanitizeText = (text: string) => text.toWellFormed().replaceAll(/(?!\n)\p{Cc}/gu, '')
