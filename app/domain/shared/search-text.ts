import { z } from 'zod'

/** What is looked for in a list of the dashboard, from an address; what nobody types looks for nothing. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .catch('')

/** Matches itself in a LIKE that says `escape '\'`. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
