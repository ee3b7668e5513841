import type { Hex } from './hex.ts'

/** Lightness from 0 to 1, chroma, and hue in radians: equal steps look equal (OKLCH, CSS Color 4). */
export type Lch = { l: number; c: number; h: number }

type Triple = readonly [number, number, number]

export const channelsOf = (hex: Hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** WCAG 2.2, from 1 to 21. */
export function contrastOf(one: Hex, other: Hex) {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const luminanceOf = (hex: Hex) => dot([0.2126, 0.7152, 0.0722], toLinear(hex))

const toLinear = (hex: Hex) =>
  channelsOf(hex).map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Triple

const toLms: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const toLab: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const fromLab: readonly Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const fromLms: readonly Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

const dot = (row: Triple, [x, y, z]: Triple) => row[0] * x + row[1] * y + row[2] * z
const times = (rows: readonly Triple[], values: Triple) => rows.map((row) => dot(row, values)) as unknown as Triple

export function toLch(hex: Hex): Lch {
  const [l, a, b] = times(toLab, times(toLms, toLinear(hex)).map(Math.cbrt) as unknown as Triple)
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) }
}

/** With as much of the chroma as screens can show. */
export function fromLch({ l, c, h }: Lch): Hex {
  let [least, most] = [0, c]
  if (isShown(toRgb(l, c, h))) least = c
  else
    for (let round = 0; round < 8; round++) {
      const middle = (least + most) / 2
      if (isShown(toRgb(l, middle, h))) least = middle
      else most = middle
    }
  return toHex(toRgb(l, least, h))
}

function toRgb(l: number, c: number, h: number) {
  const roots = times(fromLab, [l, c * Math.cos(h), c * Math.sin(h)])
  return times(fromLms, roots.map((root) => root ** 3) as unknown as Triple)
}

const isShown = (linear: Triple) => linear.every((value) => value > -0.001 && value < 1.001)

const toHex = (linear: Triple) =>
  `#${linear
    .map((value) => {
      const at = Math.min(Math.max(value, 0), 1)
      const channel = at <= 0.0031308 ? at * 12.92 : 1.055 * at ** (1 / 2.4) - 0.055
      return Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
