import { fileURLToPath } from 'node:url'

/** Hundreds of processes are started: each after the first finds its modules compiled, which is a third of its work. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
