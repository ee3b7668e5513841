import type { Focus, PictureShape } from './picture-shapes.ts'
import type { PictureType } from './picture-type.ts'

export type Size = { width: number; height: number }

// What the child process is asked, and answers.

/**
 * `file`: of an upload if there is a `type`, else an original that was made before. The files that are made are written
 * into its folder.
 */
export type PictureWork = { file: string; focus: Focus; type?: PictureType }

/** `shape`: of 'original', nothing is shown; the others are made from it. */
export type PictureFile = {
  shape: PictureShape | 'original'
  type: 'webp' | 'jpeg'
  /** By which it is chosen; `width` is smaller if the picture is. */
  size: number
  width: number
  height: number
}

/** In the folder of the work. */
export const fileNameOf = ({ shape, size, type }: PictureFile) => `${shape}-${size}.${type}`

export type NoPicture = 'damaged' | 'too-many-pixels' | 'too-small'

export type MadePicture = { ok: true; files: PictureFile[] } | { ok: false; reason: NoPicture; cause: string }
