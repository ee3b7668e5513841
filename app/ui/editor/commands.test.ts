import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { fromDoc, toDoc } from './blocks.ts'
import {
  findLink,
  insertBlocks,
  isHeading,
  removeLink,
  setLink,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './commands.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** A text with the words between '⟦' and '⟧' selected, or the cursor at '⟦'. */
function open(text: string) {
  const places: number[] = []
  const doc = toDoc(text)
  doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/[⟦⟧]/g)) places.push(at + index - places.length)
  })
  const [from = 0, to = from] = places
  const clean = toDoc(text.replaceAll(/[⟦⟧]/g, ''))
  return EditorState.create({ doc: clean, selection: TextSelection.create(clean, from, to) })
}

function run(text: string, ...commands: Command[]) {
  let state = open(text)
  for (const command of commands) command(state, (tr) => (state = state.apply(tr)))
  return fromDoc(state.doc)
}

const list = toggleList(nodes.list)
const numbered = toggleList(nodes['numbered-list'])

test.each<[string, string, string, ...Command[]]>([
  ['a list of two paragraphs', '⟦One\n\nTwo⟧', '- One\n- Two', list],
  ['the list ends', '- One\n- Two⟦', '- One\n\nTwo', list],
  ['the list becomes a numbered one', '- One\n- ⟦Two', '1. One\n2. Two', numbered],
  ['a list within a quote', '> ⟦One', '> - One', list],
  ['a quote of two paragraphs', '⟦One\n\nTwo⟧', '> One\n>\n> Two', toggleQuote],
  ['the quote ends', '> One\n>\n> Two⟦', '> One\n\nTwo', toggleQuote],
  ['a quote around a list ends', '> - One⟦', '- One', toggleQuote],
  ['a heading', 'One⟦\n\nTwo', '## One\n\nTwo', toggleHeading(false)],
  ['a heading as large as the others', '# One\n\nTwo⟦', '# One\n\n# Two', toggleHeading(false)],
  ['one below them', '# One\n\nTwo⟦', '# One\n\n## Two', toggleHeading(true)],
  ['a paragraph again', '## One⟦', 'One', toggleHeading(false)],
  ['a link of what is selected', 'See ⟦our *times*⟧ here', 'See [our *times*](/booking) here', setLink('/booking')],
  ['another address', 'See [our **ti⟦mes**](/x) here', 'See [our **times**](/y) here', setLink('/y')],
  ['an address as its text', 'Call ⟦now', 'Call [555](tel:555)now', setLink('tel:555')],
  [
    'blocks below a paragraph',
    'One⟦\n\nTwo',
    'One\n\n{hours}\n\n![Oil](oil)\n\nTwo',
    insertBlocks('{hours}\n\n![Oil](oil)'),
  ],
  ['a block below a list', '- One\n- ⟦Two', '- One\n- Two\n\n{hours}', insertBlocks('{hours}')],
  ['two blocks, one after the other', 'One⟦', 'One\n\n{a}\n\n{b}', insertBlocks('{a}'), insertBlocks('{b}')],
  ['no link any more', 'See [our **ti⟦mes**](/x) here', 'See our **times** here', removeLink],
])('%s', (_name, before, after, ...commands) => {
  expect(run(before, ...commands)).toBe(after)
})

test('at the end of a link it is the link that is edited', () => {
  expect(findLink(open('[here⟦](/x) now'))?.href).toBe('/x')
  expect(findLink(open('[here](/x) n⟦ow'))).toBeUndefined()
})

test('a heading below the largest one is a smaller one', () => {
  const state = open('# One\n\n## Two⟦')
  expect([isHeading(state, false), isHeading(state, true)]).toEqual([false, true])
})
