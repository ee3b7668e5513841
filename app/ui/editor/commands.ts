import { setBlockType, wrapIn } from 'prosemirror-commands'
import type { Attrs, MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection } from 'prosemirror-state'
import { liftTarget } from 'prosemirror-transform'
import { toDoc } from './blocks.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema
const lists: readonly NodeType[] = [nodes.list, nodes['numbered-list']]

/** What is selected has the mark, or what is typed next. */
export function hasMark({ selection, storedMarks, doc }: EditorState, mark: MarkType) {
  const { from, to, empty, $from } = selection
  return empty ? mark.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, mark)
}

/** The innermost node of these types around the selection, with its place. */
function findAround({ selection: { $from } }: EditorState, types: readonly NodeType[]) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (types.includes(node.type)) return { node, at: $from.before(depth) }
  }
  return undefined
}

export const isInList = (state: EditorState, type: NodeType) => findAround(state, lists)?.node.type === type
export const isInQuote = (state: EditorState) => findAround(state, [nodes.quote]) !== undefined

/** Makes a list of the paragraphs, ends it, or makes it one of the other kind. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const around = findAround(state, lists)
    if (!around) return wrapInList(type)(state, dispatch)
    if (around.node.type === type) return liftListItem(nodes.item)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(around.at, type).scrollIntoView())
    return true
  }

export const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const quoted = isInQuote(state) ? $from.blockRange($to, ({ type }) => type === nodes.quote) : null
  if (!quoted) return wrapIn(nodes.quote)(state, dispatch)
  const target = liftTarget(quoted)
  if (target === null) return false
  dispatch?.(state.tr.lift(quoted, target).scrollIntoView())
  return true
}

/** The text's own largest heading, or the one below it: a text begins with the largest, and skips none. */
function headingLevel({ doc }: EditorState, isSub: boolean) {
  let largest = 6
  doc.descendants(({ type, attrs }) => {
    if (type === nodes.heading) largest = Math.min(largest, attrs.level)
  })
  return Math.min((largest === 6 ? 2 : largest) + (isSub ? 1 : 0), 6)
}

export function isHeading(state: EditorState, isSub: boolean) {
  const { parent } = state.selection.$from
  return parent.type === nodes.heading && parent.attrs.level > headingLevel(state, false) === isSub
}

export const toggleHeading =
  (isSub: boolean): Command =>
  (state, dispatch) =>
    (isHeading(state, isSub)
      ? setBlockType(nodes.paragraph)
      : setBlockType(nodes.heading, { level: headingLevel(state, isSub) }))(state, dispatch)

export const insertBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type === nodes.heading) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create()).scrollIntoView())
  return true
}

/** The link that the selection is in or begins with, and how far it reaches. */
export function findLink({ selection: { $from, empty } }: EditorState) {
  const { parent } = $from
  const offset = $from.parentOffset
  const before = empty ? parent.childBefore(offset) : parent.childAfter(offset)
  const here = before.node && marks.link.isInSet(before.node.marks) ? before : parent.childAfter(offset)
  const link = here.node && marks.link.isInSet(here.node.marks)
  if (!link) return undefined
  const isSame = (index: number) => index in parent.children && link.isInSet(parent.child(index).marks)
  let [first, last] = [here.index, here.index]
  while (isSame(first - 1)) first--
  while (isSame(last + 1)) last++
  const sizeUpTo = (index: number) => parent.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0)
  const start = $from.start()
  return { href: link.attrs.href as string, from: start + sizeUpTo(first), to: start + sizeUpTo(last + 1) }
}

/** Links what is selected, or the link that it is in; where nothing is selected, the address becomes the text. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    const found = findLink(state)
    const attrs: Attrs = { href }
    const { tr } = state
    if (empty && !found) {
      const text = href.replace(/^(mailto|tel):/, '')
      dispatch?.(tr.replaceSelectionWith(schema.text(text, [marks.link.create(attrs)]), false).scrollIntoView())
      return true
    }
    const range = empty && found ? found : { from, to }
    tr.removeMark(range.from, range.to, marks.link).addMark(range.from, range.to, marks.link.create(attrs))
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const found = findLink(state)
  const { from, to, empty } = state.selection
  const range = empty ? found : { from: Math.min(from, found?.from ?? from), to: Math.max(to, found?.to ?? to) }
  if (!range) return false
  dispatch?.(state.tr.removeMark(range.from, range.to, marks.link).scrollIntoView())
  return true
}

/** Puts blocks below the paragraph, list or quote of the caret; in place of an empty paragraph. */
export const insertBlocks =
  (text: string): Command =>
  (state, dispatch) => {
    const { content } = toDoc(text)
    const { $to } = state.selection
    const isEmpty = $to.depth === 1 && $to.parent.type === nodes.paragraph && $to.parent.content.size === 0
    const [from, to] = isEmpty ? [$to.before(1), $to.after(1)] : [$to.after(1), $to.after(1)]
    const changed = state.tr.replaceWith(from, to, content)
    dispatch?.(changed.setSelection(Selection.near(changed.doc.resolve(from + content.size), -1)).scrollIntoView())
    return true
  }
