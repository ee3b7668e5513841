import { expect, test } from 'vitest'
import { adminGroups } from '#app/admin-sections.ts'
import { render } from '#tests/support/render.tsx'
import { findCommands } from './find-commands.ts'
import { Highlight } from './highlight.tsx'
import { searchPage as words } from './search-words.ts'
import ShortcutsSheet from './shortcuts-sheet.tsx'
import { toWebsiteLinks } from './website-links.ts'

const about = { href: '/about', text: 'About us' }
const calendar = [
  { name: 'Day', sections: [{ text: 'Calendar', href: '/admin/appointments', icon: 'calendar' } as const] },
]
const find = (typed: string, menu = adminGroups) =>
  findCommands(menu, typed, toWebsiteLinks({ header: [about], footer: [about] })).map(({ name, items }) => [
    name,
    ...items.map(({ text }) => text),
  ])

test('acts and pages are found by how their words begin, acts alone behind a sign, settings once something is typed', () => {
  const { acts, pages, settings, website } = words.groups
  expect(find('bl t')).toEqual([[acts, words.acts.block]])
  expect(find('cal').map(([name, text]) => [name, text])).toEqual([[pages, 'Calendar']])
  expect(find('alendar')).toEqual([])
  expect(find('ABO')).toEqual([[website, about.text]])
  expect(find('two-f')).toEqual(find('two f'))
  expect(find('').map(([name]) => name)).toEqual([acts, pages])
  expect(find('>').map(([name]) => name)).toEqual([acts])
  expect(find('> new')).toEqual([[acts, 'New appointment', words.acts.newsletter]])
  expect(find('hours').map(([name]) => name)).toEqual([pages, settings])
})

test('nobody finds what is not on their menu', () => {
  expect(find('', calendar)).toEqual([
    [words.groups.acts, 'New appointment', words.acts.block],
    [words.groups.pages, 'Calendar'],
  ])
  expect(find('close', [{ name: 'x', sections: [{ text: 'Today', href: '/admin', icon: 'sun' }] }])).toEqual([])
})

test('the sheet has the keys of the page and of the menu, as they stand on the keyboard', () => {
  const sheet = (at: string) => render(<ShortcutsSheet onClose={() => {}} />, at, { menu: calendar })
  expect(sheet('/admin/appointments')).toMatch(/Day view<.*<kbd>D<\/kbd>/)
  expect(sheet('/admin')).not.toContain('Day view')
  expect(sheet('/admin')).toMatch(/<dt>Calendar<\/dt><dd><kbd>G<\/kbd> then <kbd>C<\/kbd><\/dd>/)
  expect(sheet('/admin')).toMatch(/<dd><kbd>Ctrl K<\/kbd> or <kbd>\/<\/kbd><\/dd>.*<dd><kbd>N<\/kbd><\/dd>/)
  expect(sheet('/admin')).toMatch(/<kbd>Enter<\/kbd>.*<input type="checkbox" checked=""/)
  expect(sheet('/admin')).not.toContain('Orders')
})

test('the first place of the searched text is marked', () => {
  expect(render(<Highlight text="Nan Ann" search="an" />)).toBe('N<mark>an</mark> Ann')
  expect(render(<Highlight text="Nan" search="" />) + render(<Highlight text="Nan" search="x" />)).toBe('NanNan')
})
