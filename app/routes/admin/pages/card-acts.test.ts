import { expect, test } from 'vitest'
import { type Collections, listCardActs, nameCard } from './card-acts.ts'

const titles = { abhyangam: 'Abhyangam', shirodhara: 'Shirodhara' }
const listed: Collections = { services: { each: 'Service', titles, add: 'Add a service' } }
const [first, second] = ['services/abhyangam', 'services/shirodhara'] as const

const commandsOf = (collections: Collections, path: string, beside: string[]) =>
  listCardActs(collections, path, beside).map(({ command }) => command)

test('a card is called by its kind and name', () => {
  expect(nameCard(listed, first)).toBe('Service: Abhyangam')
  // It was added while the page was open.
  expect(nameCard(listed, 'services/new-one')).toBe('Service: new-one')
})

test('a card is moved past the one shown before or after it, unless it is at an end', () => {
  const beside = [first, second]
  expect(commandsOf(listed, first, beside)).toEqual([`open ${first}`, `down ${first} ${second}`, `add ${first}`])
  expect(commandsOf(listed, second, beside)).toEqual([`open ${second}`, `up ${second} ${first}`, `add ${second}`])
  expect(commandsOf(listed, first, [first])).toEqual([`open ${first}`, `add ${first}`])
})

test('where a page has an order of its own, a card only leads to its record', () => {
  expect(commandsOf({ services: { each: 'Service', titles } }, first, [second, first])).toEqual([`open ${first}`])
})
