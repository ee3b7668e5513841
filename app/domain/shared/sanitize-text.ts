/** For another server's answer: PostgreSQL throws on NUL, and terminals obey control characters. */
export const sanitizeText = (text: string) => text.toWellFormed().replaceAll(/(?!\n)\p{Cc}/gu, '')
