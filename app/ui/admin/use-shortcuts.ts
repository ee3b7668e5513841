import { useEffect, useRef } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

/**
 * By key, or by two keys pressed one after the other: 'n', 'g t'. One that answers false does nothing on this page, and
 * the key is left to others.
 */
type Shortcuts = Partial<Record<string, () => boolean | void>>

const pauseMs = 1_500

/** Single keys that act, except in a field, in a dialog, with Ctrl, Alt or Meta, or where they are turned off. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => void (latest.current = shortcuts))
  useEffect(() => {
    let before = { key: '', at: 0 }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isMeant(event)) return
      const { key } = event
      const isSecond = event.timeStamp - before.at < pauseMs
      const act = (isSecond && latest.current[`${before.key} ${key}`]) || latest.current[key]
      before = { key, at: event.timeStamp }
      if (act && act() !== false) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isMeant = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  !(ctrlKey || altKey || metaKey || isField(target)) &&
  !document.querySelector('dialog[open], [popover]:popover-open') &&
  areSingleKeysOn()

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null
