import { z } from 'zod'

/** The search of a dashboard list, from the URL; an invalid one is empty. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .catch('')

/** For a LIKE with `escape '\'`. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
