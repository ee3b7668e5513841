import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSite } from '#app/http/site.ts'
import { AdminIcon } from '#app/ui/admin/admin-icon.tsx'
import { closeOutside } from '#app/ui/primitives/close-outside.ts'
import { admin } from '#content/pages/admin.ts'
import { searchPage as words } from './search-words.ts'
import { findCommands } from './find-commands.ts'
import { Highlight } from './highlight.tsx'
import type { SearchGroup, SearchItem } from './search-group.ts'
import { useSearch } from './use-search.ts'
import { toWebsiteLinks } from './website-links.ts'

/**
 * Finds appointments, orders, messages, pages and acts. The focus stays in the field, which says by
 * `aria-activedescendant` which result Enter opens.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const search = typed.trim()
  const records = useSearch(search)
  // Commands are at hand. Records stand below them, so that nothing moves when they arrive.
  const { menu = [], menus } = useSite()
  const commands = findCommands(menu, typed, toWebsiteLinks(menus))
  const groups = [...commands, ...records.groups].map((group) => toOptions(group, id))
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(at, options.length - 1)]
  const currentId = current?.id

  useEffect(() => {
    dialog.current?.showModal()
    return dialog.current ? closeOutside(dialog.current) : undefined
  }, [])
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function onKeyDown(event: KeyboardEvent) {
    // A half-written word of an input method is not a choice.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && current) setAt((options.indexOf(current) + step + options.length) % options.length)
    else if (event.key === 'Enter' && current) openOption(current, event)
    else return
    event.preventDefault()
  }

  function openOption(option: Option, { ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) window.open(option.href)
    else document.getElementById(option.id)?.click()
  }

  return (
    <dialog ref={dialog} className="pal" aria-label={admin.search} closedby="any" onClose={onClose}>
      <div className="pal-field">
        <AdminIcon name="find" />
        <input
          type="text"
          role="combobox"
          aria-label={admin.search}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          placeholder={admin.search}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="pal-close" aria-label={words.close} onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd>
        </button>
      </div>
      <div className="pal-list" id={`${id}-list`} role="listbox" aria-label={words.results}>
        {groups.map(({ name, options: inGroup }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true">{name}</p>
            {inGroup.map((option) => (
              <Link
                key={option.id}
                id={option.id}
                role="option"
                aria-selected={option.id === currentId}
                tabIndex={-1}
                to={option.href}
                reloadDocument={!option.href.startsWith('/admin')}
                // The focus stays in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={({ ctrlKey, metaKey }) => ctrlKey || metaKey || dialog.current?.close()}
              >
                <AdminIcon name={option.icon} />
                <bdi>
                  <Highlight text={option.text} search={search} />
                </bdi>
                {option.hint && <span className="hint num">{option.hint}</span>}
              </Link>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={options.length > 0 && !records.problem ? 'vh' : 'pal-status'}>
        {getStatus(search, options.length, records)}
      </p>
      <p className="pal-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.keys.choose}
        </span>
        <span>
          <kbd>Enter</kbd> {words.keys.open}
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> {words.keys.newTab}
        </span>
        <span>
          <kbd>&gt;</kbd> {words.keys.actions}
        </span>
      </p>
    </dialog>
  )
}

type Option = SearchItem & { id: string }

const toOptions = ({ name, items }: SearchGroup, id: string) => ({
  name,
  options: items.map((item, index): Option => ({ ...item, id: `${id}-${name}-${index}` })),
})

function getStatus(search: string, count: number, { isPending, problem }: ReturnType<typeof useSearch>) {
  if (!search) return ''
  if (isPending) return words.searching
  if (problem) return words[problem]
  return count > 0 ? words.found(count) : words.none(search)
}
