import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FieldsHeading } from './fields-heading.tsx'
import { pagesWords as words } from './words.ts'

const text = { kind: 'line', label: 'Heading', max: 60 } as const
const teasers = { kind: 'list', label: 'Teasers', each: 'Teaser', fields: { heading: text } } as const
const fields = { heading: text, before: { kind: 'group', label: 'Before you come', fields: { teasers } } } as const

test.each([
  [undefined, 'Home page', words.fields.begin],
  ['services/abhyangam', 'Service: services/abhyangam', 'Home page'],
  ['heading', 'Heading', 'Home page'],
  ['before.teasers.1.heading', 'Heading', 'Before you come · Teaser 2'],
  ['gone', 'Home page', 'Home page'],
])('above the fields, %s is called by its name and by what it is in', (chosen, name, about) => {
  const nameOfCard = (path: string) => `Service: ${path}`
  const html = renderToStaticMarkup(
    <FieldsHeading page="Home page" fields={fields} chosen={chosen} nameOfCard={nameOfCard} onStep={() => {}} />,
  )
  expect(html).toContain(`<h2>${name}</h2><p class="hint">${about}</p>`)
})
