import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { insertBreak } from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Tab is not among the keys: it leaves the editor. */
export const plugins = [
  history(),
  keymap({
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.emphasis),
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-]': sinkListItem(nodes.item),
    'Mod-[': liftListItem(nodes.item),
    'Shift-Enter': insertBreak,
    Enter: chainCommands(splitListItem(nodes.item), baseKeymap.Enter!),
  }),
  keymap(baseKeymap),
]
