import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, EditorState, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { editorWords as words } from '#content/pages/admin-editor.ts'
import { fromDoc, toDoc } from './blocks.ts'
import { cleanHtml } from './clean-html.ts'
import { plugins } from './plugins.ts'
import { schema } from './schema.ts'
import { mostEdited } from './size.ts'

type Options = {
  place: HTMLElement
  textarea: HTMLTextAreaElement
  headings: boolean
  hasFocus: boolean
  onChange: (state: EditorState, text: string) => void
  /** Ctrl K was pressed. */
  onLink: () => void
  /** Something that was pasted is left out. Empty: what was said before is over. */
  onNote: (note: string) => void
}

export type OpenEditor = ReturnType<typeof openEditor>

/** ProseMirror in `place`, which reads the Markdown of the textarea and writes it. */
export function openEditor({ place, textarea, headings, hasFocus, onChange, onLink, onNote }: Options) {
  let written = textarea.value
  let shownAttributes = ''
  let original = { text: written, doc: toDoc(written) }

  const view = new EditorView(place, {
    state: EditorState.create({ doc: original.doc, plugins }),
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction)
      view.updateState(state)
      if (transaction.docChanged) {
        if (!transaction.getMeta('paste')) onNote('')
        // What was undone is as it was, however it had been written.
        write(state.doc.eq(original.doc) ? original.text : fromDoc(state.doc))
      }
      onChange(state, written)
    },
    handleKeyDown(_, event) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return false
      // Elsewhere in the dashboard these keys search.
      event.stopPropagation()
      onLink()
      return true
    },
    transformPastedHTML(html) {
      if (html.includes('data-pm-slice')) return html
      const { html: cleaned, droppedPictures, droppedLinks, droppedTexts } = cleanHtml(html)
      const notes = [
        ...(droppedPictures > 0 ? [words.droppedPictures(droppedPictures)] : []),
        ...(droppedLinks > 0 ? [words.droppedLinks(droppedLinks)] : []),
        ...(droppedTexts > 0 ? [words.droppedTexts] : []),
      ]
      if (notes.length > 0) onNote(notes.join(' '))
      return cleaned
    },
    transformPasted: (slice) => (headings ? slice : withoutHeadings(slice)),
    handleDOMEvents: {
      paste: (_, event) => reject(event, event.clipboardData),
      drop: (_, event) => reject(event, event.dataTransfer),
    },
    handlePaste: (_, event, slice) => isTooMuch(event, slice),
    handleDrop: (_, event, slice) => isTooMuch(event, slice),
  })
  onChange(view.state, written)
  if (hasFocus) {
    view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)))
    view.focus()
  }

  /** As if it was typed there: React and the form's autosave listen. */
  function write(text: string) {
    if (text === written) return
    written = text
    setValue.call(textarea, text)
    textarea.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function reject(event: Event, data: DataTransfer | null) {
    if (!data) return false
    onNote('')
    const note = rejection(data)
    if (note === undefined) return false
    event.preventDefault()
    onNote(note)
    return true
  }

  function isTooMuch(event: Event, { size }: Slice) {
    if (size <= mostEdited) return false
    event.preventDefault()
    onNote(words.tooMuch)
    return true
  }

  return {
    get state() {
      return view.state
    },
    run(command: Command) {
      command(view.state, view.dispatch)
      view.focus()
    },
    focus: () => view.focus(),
    /** With the text that an answer brought into an untouched textarea. */
    update(attributes: Record<string, string>) {
      const key = JSON.stringify(attributes)
      // Each time, the browser's selection would be set anew.
      if (key !== shownAttributes) view.setProps({ attributes })
      shownAttributes = key
      if (textarea.value === written) return
      written = textarea.value
      original = { text: written, doc: toDoc(written) }
      view.updateState(EditorState.create({ doc: original.doc, plugins }))
      onChange(view.state, written)
    },
    close: () => view.destroy(),
  }
}

/** React remembers what it was set to otherwise, and would see no change. */
const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!

/** Browsers would put a picture's file into the text by themselves. */
function rejection(data: DataTransfer) {
  const text = data.getData('text/plain')
  if (text.length > mostEdited) return words.tooMuch
  return data.files.length > 0 && text === '' && data.getData('text/html') === '' ? words.pictureFile : undefined
}

/** Headings as paragraphs. */
const withoutHeadings = ({ content, openStart, openEnd }: Slice) => new Slice(mapHeadings(content), openStart, openEnd)

const mapHeadings = (fragment: Fragment): Fragment =>
  Fragment.from(
    fragment.content.map((node): Node => {
      if (node.type === schema.nodes.heading) return schema.nodes.paragraph.create(null, node.content)
      return node.isLeaf ? node : node.copy(mapHeadings(node.content))
    }),
  )
