import type { Size } from './picture-work.ts'

/** The focal point: what stays in sight, in percent from the left and from the top. */
export type Focus = { x: number; y: number }

/**
 * What pages show of a picture: all of it, or a crop around its focal point. `widths` are in pixels; a smaller picture
 * has fewer of them. `jpeg` is for programs that don't know WebP, emails above all.
 */
export const pictureShapes = {
  whole: { ratio: undefined, widths: [800, 1600], jpeg: 1040 },
  wide: { ratio: 5 / 2, widths: [800, 1600], jpeg: 1600 },
  square: { ratio: 1, widths: [320, 640, 960], jpeg: 640 },
  tall: { ratio: 4 / 5, widths: [480, 960], jpeg: 960 },
} as const

export type PictureShape = keyof typeof pictureShapes

/** The largest part of that ratio with the focal point as near to its middle as the edges allow. */
export function cropAround({ width, height }: Size, ratio: number, { x, y }: Focus) {
  const isWider = width / height > ratio
  const part = isWider
    ? { width: Math.max(1, Math.round(height * ratio)), height }
    : { width, height: Math.max(1, Math.round(width / ratio)) }
  const place = (all: number, taken: number, percent: number) =>
    Math.round(Math.min(Math.max((all * percent) / 100 - taken / 2, 0), all - taken))
  return { left: place(width, part.width, x), top: place(height, part.height, y), ...part }
}

/** Those of the widths that the picture has; the smallest also where it has fewer pixels. */
export const widthsFor = (widths: readonly number[], available: number) =>
  widths.filter((width, index) => index === 0 || width <= available)
