import { type ColorName, colorNames } from './theme-colors.ts'

/** Colors as one text, 'paper: #fbf8f1' and so on; what was typed may be no color. */
export const toColorLines = (colors: Partial<Record<ColorName, unknown>>) =>
  colorNames.map((name) => `${name}: ${String(colors[name] ?? '')}`).join('\n')

export function readColorLines(text: string) {
  const lines = new Map(text.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:\s*/, '')]))
  return mapColors({}, (_, name) => lines.get(name) ?? '')
}

export const mapColors = (
  colors: Partial<Record<ColorName, string>>,
  change: (color: string, name: ColorName) => string,
) => Object.fromEntries(colorNames.map((name) => [name, change(colors[name] ?? '', name)])) as Record<ColorName, string>
