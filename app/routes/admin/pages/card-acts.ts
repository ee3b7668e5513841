import type { ItemAct } from './canvas/item-bar.ts'
import { pagesWords as words } from './words.ts'

/** Collections whose entries stand as cards on pages. `add`: only where their order shows, and can be changed. */
export type Collections = Record<string, { each: string; titles: Record<string, string>; add?: string }>

/** 'Service: Abhyangam' */
export function nameCard(collections: Collections, path: string) {
  const { each, title } = findEntry(collections, path)
  return words.canvas.card(each, title)
}

/** What the bar at a card offers; `beside`: the entries in its list on the page. */
export function listCardActs(collections: Collections, path: string, beside: string[]): ItemAct[] {
  const { title, add } = findEntry(collections, path)
  const toAct = (command: string, text: string) => ({ command, text, name: words.list.named(text, title) })
  const open = { ...toAct(`open ${path}`, words.canvas.open), isLink: true }
  if (!add) return [open]
  const at = beside.indexOf(path)
  const [before, after] = [beside[at - 1], beside[at + 1]]
  return [
    open,
    ...(before ? [toAct(`up ${path} ${before}`, words.list.up)] : []),
    ...(after ? [toAct(`down ${path} ${after}`, words.list.down)] : []),
    { command: `add ${path}`, text: add, name: add, isLink: true },
  ]
}

function findEntry(collections: Collections, path: string) {
  const [collection = '', id = ''] = path.split('/')
  const { each = '', titles = {}, add } = collections[collection] ?? {}
  return { each, title: titles[id] ?? id, add }
}
