import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, useState } from 'react'
import { editorWords as words } from '#content/pages/admin-editor.ts'
import {
  findLink,
  hasMark,
  isHeading,
  isInList,
  isInQuote,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './commands.ts'
import { schema } from './schema.ts'

type Tool = {
  name: string
  keys?: string
  /** In a square of 24. */
  shape: string
  command?: Command
  isOn?: (state: EditorState) => boolean
}

const { nodes, marks } = schema

const headingTools: Tool[] = [
  {
    name: words.heading,
    shape: 'M6 5v14M17 5v14M6 12h11',
    command: toggleHeading(false),
    isOn: (state) => isHeading(state, false),
  },
  {
    name: words.subheading,
    shape: 'M7 9v10M15 9v10M7 14h8',
    command: toggleHeading(true),
    isOn: (state) => isHeading(state, true),
  },
]

const tools: Tool[] = [
  {
    name: words.bold,
    keys: 'Ctrl B',
    shape: 'M7.5 5v14h6a3.75 3.75 0 0 0 0-7.5h-6 5a3.25 3.25 0 0 0 0-6.5z',
    command: toggleMark(marks.strong),
    isOn: (state) => hasMark(state, marks.strong),
  },
  {
    name: words.italic,
    keys: 'Ctrl I',
    shape: 'M10 5h7M7 19h7M13.5 5l-3 14',
    command: toggleMark(marks.emphasis),
    isOn: (state) => hasMark(state, marks.emphasis),
  },
  {
    name: words.link,
    keys: 'Ctrl K',
    shape: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
    isOn: (state) => findLink(state) !== undefined,
  },
  {
    name: words.list,
    shape: 'M9.5 6.500h10M9.5 12h10M9.5 17.500h10M5 6.500h.1M5 12h.1M5 17.500h.1',
    command: toggleList(nodes.list),
    isOn: (state) => isInList(state, nodes.list),
  },
  {
    name: words.numberedList,
    shape:
      'M10.5 6.500h9M10.5 12h9M10.5 17.500h9M4.5 5.5 6 4.500V10M4.3 15.200c.8-1.2 2.7-.7 2.7.5 0 1.2-2.7 1.8-2.7 3.800H7',
    command: toggleList(nodes['numbered-list']),
    isOn: (state) => isInList(state, nodes['numbered-list']),
  },
  {
    name: words.quote,
    shape: 'M5 16c3-.5 4-3 4-8H5v4h4M14 16c3-.5 4-3 4-8h-4v4h4',
    command: toggleQuote,
    isOn: isInQuote,
  },
  { name: words.undo, keys: 'Ctrl Z', shape: 'M8.5 6 4.5 10l4 4M4.5 10H15a4.5 4.5 0 0 1 0 9h-4', command: undo },
  { name: words.redo, keys: 'Ctrl Y', shape: 'm15.5 6 4 4-4 4M19.5 10H9a4.5 4.5 0 0 0 0 9h4', command: redo },
]

type ToolbarProps = {
  state: EditorState
  headings: boolean
  /** The editor's id. */
  controls: string
  onRun: (command: Command) => void
  onLink: () => void
}

/** One stop of Tab; arrow keys lead from button to button. */
export function Toolbar({ state, headings, controls, onRun, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const shown = headings ? [...headingTools, ...tools] : tools

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (step + shown.length) % shown.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- Its buttons have the focus.
    <div className="editor-tools" role="toolbar" aria-label={words.tools} aria-controls={controls} onKeyDown={move}>
      {shown.map(({ name, keys, shape, command, isOn }, index) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={keys ? words.withKeys(name, keys) : name}
          aria-pressed={isOn?.(state)}
          aria-disabled={!isOn && command && !command(state) ? true : undefined}
          tabIndex={index === current ? 0 : -1}
          // The text keeps its focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => (command ? onRun(command) : onLink())}
        >
          <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
            <path d={shape} />
          </svg>
        </button>
      ))}
    </div>
  )
}
