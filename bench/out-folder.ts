import { fileURLToPath } from 'node:url'

/** Ignored by git: the JSON of every run on this machine. */
export const outFolder = fileURLToPath(new URL('./out/', import.meta.url))
