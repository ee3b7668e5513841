import type { Part } from './find-parts.ts'

/** 'services/abhyangam'; no field of a record has a slash. */
export const isEntry = (path: string) => path.includes('/')

/** The item around each name of an entry that is a heading. Elsewhere names only mention it. */
export function findCards(texts: Part[]): Part[] {
  const cards = texts
    .filter(({ path, element }) => isEntry(path) && element.closest('h2, h3, h4'))
    .flatMap(({ path, element }) => {
      const card = element.closest<HTMLElement>('li') ?? element.closest<HTMLElement>('article')
      return card ? [{ path, element: card }] : []
    })
  // A name may be of several texts.
  return [...new Map(cards.map((card) => [card.element, card])).values()]
}

/** The entries in the same list on the page, in their order. */
export function listBeside(cards: Part[], path: string): string[] {
  const list = cards.find((card) => card.path === path)?.element.parentElement
  return cards.filter(({ element }) => element.parentElement === list).map((card) => card.path)
}
