import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A folder that is not there yet is made in the nearest one above it that is. */
export const findExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path))

/** Whether this process may make files there. */
export const canWrite = (folder: string) =>
  access(findExisting(folder), constants.W_OK).then(
    () => true,
    () => false,
  )
