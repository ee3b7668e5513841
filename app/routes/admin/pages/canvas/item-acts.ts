import { type Fields, listPlaces } from '#app/domain/content/content-schema.ts'
import type { ItemAct } from './item-bar.ts'

/** The form's buttons for the innermost item of a list in which a field is. */
export function listItemActs(buttons: HTMLButtonElement[], path: string): ItemAct[] {
  const acts = buttons.flatMap((button) => {
    const { act, list, item } = parse(button.value)
    const isOfIt = path.startsWith(act === 'add' ? `${list}.` : `${list}.${item}.`)
    return isOfIt ? [{ button, list }] : []
  })
  const innermost = Math.max(...acts.map(({ list }) => list.length))
  return acts
    .filter(({ list }) => list.length === innermost)
    .map(({ button }) => {
      const text = button.textContent
      return { command: button.value, text, name: button.ariaLabel ?? text }
    })
}

/** The field to go on with after an act: of the moved or added item, or of the one in the place of what was removed. */
export function findNext(fields: Fields, value: unknown, command: string, chosen = ''): string | undefined {
  const { act, list, item } = parse(command)
  const paths = listPlaces(fields, value)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${list}.`))
  const last = Math.max(...paths.map((path) => indexIn(path, list)))
  const next = { up: item - 1, down: item + 1, remove: Math.min(item, last) }[act] ?? last
  const same = `${list}.${next}.${chosen.slice(`${list}.${item}.`.length)}`
  return paths.includes(same) && act !== 'add' ? same : paths.find((path) => indexIn(path, list) === next)
}

const indexIn = (path: string, list: string) => Number(path.slice(list.length + 1).split('.')[0])

/** 'up teasers.items.1' */
function parse(command: string) {
  const [act = '', path = ''] = command.split(' ')
  if (act === 'add') return { act, list: path, item: Number.NaN }
  const at = path.lastIndexOf('.')
  return { act, list: path.slice(0, at), item: Number(path.slice(at + 1)) }
}
