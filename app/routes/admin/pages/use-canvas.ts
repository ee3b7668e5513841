import { type FocusEvent, type InputEvent, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from '#app/ui/styles/page-canvas.css?url'
import { type Fields, listPlaces } from '#app/domain/content/content-schema.ts'
import { pagesWords } from './words.ts'
import { isEntry } from './canvas/entry-cards.ts'
import { findNext, listItemActs } from './canvas/item-acts.ts'
import { type Canvas, openCanvas } from './canvas/open-canvas.ts'
import { placeOf } from './canvas/place-of.ts'
import { isLowered, isSheet, measureCovered, showInSheet, uncoverPage } from './sheet.ts'
import type { useEntryCards } from './use-entry-cards.ts'

const words = pagesWords.canvas

type Options = {
  fields: Fields
  value: unknown
  /** '{city}', with what stands for it. */
  facts: Readonly<Record<string, string>>
}

/** The page in the frame and the form beside it: what is typed or chosen in one shows in the other. */
export function useCanvas({ fields, value, facts }: Options, cards: ReturnType<typeof useEntryCards>) {
  const editor = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<Canvas>(undefined)
  const wasOpened = useRef(false)
  const chosen = useRef<string>(undefined)
  /** The same, for what is drawn anew with it. */
  const [shown, setShown] = useState<string>()
  /** Saves until the server's page has all that the canvas can't show: one may have begun before it was typed. */
  const owed = useRef(0)
  const isDue = useRef(false)
  /** A button of a list that was pressed, on the page or in the form; its answer draws both anew. */
  const acted = useRef<{ command: string; isOnPage: boolean }>(undefined)

  function findControl(path: string) {
    const name = `[name="${CSS.escape(path)}"]`
    // Of pictures, the chosen one.
    return editor.current?.querySelector<Control>(`${name}:checked, ${name}:not([type='radio'])`)
  }

  const textOf = (path: string) => findControl(path)?.value ?? ''
  const fillIn = (text: string) => text.replaceAll(/\{[^{}]*\}/g, (name) => facts[name] ?? name)

  function show(path: string) {
    const text = fillIn(textOf(path))
    // What is still in braces, the page itself fills in.
    return !/[{}]/.test(text) && canvas.current?.show(path, text)
  }

  function remember(path: string | undefined) {
    chosen.current = path
    setShown(path)
  }

  function choose(path: string) {
    remember(path)
    canvas.current?.choose(path)
  }

  function reveal(path: string, isWriting: boolean) {
    const control = findControl(path)
    const field = control?.hidden ? editorOf(control) : (control ?? document.getElementById(path))
    for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true
    if (!field) return
    if (sheet.current && isSheet(sheet.current)) showInSheet(sheet.current, field)
    else field.scrollIntoView({ block: 'nearest' })
    if (!isWriting) field.focus({ preventScroll: true })
  }

  /** The parts of a new form are folded, so that the item would be lost from sight. */
  const follow = useEffectEvent(() => {
    if (!acted.current) return
    const { command, isOnPage } = acted.current
    remember(findNext(fields, value, command, chosen.current))
    if (!isOnPage) acted.current = undefined
    if (chosen.current === undefined) return
    // What was added is blank, and is written in the form.
    reveal(chosen.current, !command.startsWith('add '))
  })
  useEffect(() => follow(), [value])

  function reloadIfDue() {
    if (!isDue.current || canvas.current?.isWriting()) return
    isDue.current = false
    editor.current?.querySelector('iframe')?.contentWindow?.location.reload()
  }

  return {
    editor,
    sheet,
    chosen: shown,
    /** To the next or previous field on the page; after the last one comes the first. */
    step(by: 1 | -1) {
      const paths = canvas.current?.listPaths() ?? []
      const at = paths.indexOf(chosen.current ?? '')
      const from = by > 0 ? at + 1 : Math.max(at, 0)
      const round = [...paths.slice(from), ...paths.slice(0, from)]
      const path = (by > 0 ? round : round.toReversed()).find((one) => !isEntry(one))
      if (path === undefined) return
      reveal(path, false)
      choose(path)
    },
    /** The frame has loaded the page. */
    open(page: Document) {
      const places = listPlaces(fields, value)
      canvas.current = openCanvas(page, {
        styles,
        chosen: chosen.current,
        measureCovered: () => (sheet.current ? measureCovered(sheet.current) : 0),
        onReach: () => sheet.current && uncoverPage(sheet.current),
        pictures: places.flatMap(({ path, field }) =>
          field.kind === 'picture' ? [{ path, value: textOf(path) }] : [],
        ),
        has: (path) => placeOf(fields, path) !== undefined,
        describe(path) {
          if (isEntry(path)) return { tag: cards.nameOf(path), name: cards.nameOf(path), isLocked: false }
          const { field, label = '' } = placeOf(fields, path) ?? {}
          const why = field && 'locked' in field ? field.locked : undefined
          if (!why) return { tag: label, name: words.edit(label), isLocked: false }
          return { tag: words.locked(label, why), name: words.locked(label, why), isLocked: true }
        },
        labelOf: (path) => placeOf(fields, path)?.label ?? '',
        canWrite(path) {
          const { field } = placeOf(fields, path) ?? {}
          if (field?.kind !== 'line' && field?.kind !== 'text') return false
          // One that names facts shows others than are written, and line breaks don't show at all.
          return !field.locked && !/[{}\n]/.test(textOf(path))
        },
        actsOf: (path) =>
          listItemActs([...(editor.current?.querySelectorAll<HTMLButtonElement>(listButtons) ?? [])], path),
        cardActsOf: cards.actsOf,
        onAct(command) {
          if (chosen.current && isEntry(chosen.current)) {
            // As when a field is left: what was typed is saved.
            editor.current?.querySelector('form')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
            return cards.act(command)
          }
          acted.current = { command, isOnPage: true }
          editor.current?.querySelector<HTMLButtonElement>(`${listButtons}[value="${command}"]`)?.click()
        },
        onChoose(path, { isWriting }) {
          // What the fields then cover of the page is known before its place is brought into view.
          reveal(path, isWriting)
          choose(path)
        },
        onWrite(path, text) {
          const control = findControl(path)
          if (!control) return
          control.value = text
          control.dispatchEvent(new Event('input', { bubbles: true }))
        },
        onEnd: reloadIfDue,
      })
      // Typed since it was rendered, or not fit to be published.
      for (const { path, field } of places)
        if ((field.kind === 'line' || field.kind === 'text') && findControl(path)) show(path)
      if (!wasOpened.current) canvas.current.showFirst()
      wasOpened.current = true
      const command = cards.takeMoved() ?? acted.current?.command
      if (command === undefined) return
      acted.current = undefined
      const { current: opened } = canvas
      // After the browser has scrolled to where the page was before.
      setTimeout(() => {
        if (chosen.current === undefined) return
        opened.choose(chosen.current)
        if (!command.startsWith('add ')) opened.focusAct(command.split(' ')[0]!)
      })
    },
    /** What was typed is saved, so that the server's page has it. */
    saved() {
      if (owed.current === 0) return
      owed.current--
      isDue.current = true
      reloadIfDue()
    },
    listeners: {
      onInput({ target }: InputEvent<HTMLElement>) {
        const name = nameOf(target as HTMLElement)
        if (placeOf(fields, name) && !show(name)) owed.current = 2
      },
      onSubmit({ nativeEvent: { submitter } }: SubmitEvent<HTMLElement>) {
        const command = submitter?.matches(listButtons) ? (submitter as HTMLButtonElement).value : undefined
        if (command === undefined) acted.current = undefined
        else if (acted.current?.command !== command) acted.current = { command, isOnPage: false }
      },
      onFocus({ target }: FocusEvent<HTMLElement>) {
        // Browsers bring it into view as if the sheet didn't stick. What is pressed may not move before it is let go.
        const { current } = sheet
        if (current && isSheet(current) && (isLowered(current) || target.matches(':focus-visible')))
          showInSheet(current, target)
        const name = nameOf(target)
        if (placeOf(fields, name)) choose(name)
      },
    },
  }
}

/** A text with formatting is written in an editor beside its field, which is hidden then. */
const editorOf = (field: Control) => field.closest('.field')?.querySelector<HTMLElement>('[contenteditable]')

function nameOf(target: HTMLElement) {
  if ('name' in target && typeof target.name === 'string') return target.name
  return target.closest('.field')?.querySelector<Control>('textarea[hidden]')?.name ?? ''
}

const listButtons = 'button[name="list"]'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
