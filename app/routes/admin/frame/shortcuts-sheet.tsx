import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#app/http/site.ts'
import { areSingleKeysOn, setSingleKeys } from '#app/ui/admin/single-keys.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { closeOutside } from '#app/ui/primitives/close-outside.ts'
import { shortcutsPage as words } from './shortcuts-words.ts'
import { toShortcutGroups } from './shortcuts.ts'

/** Every key, and the switch that turns single keys off. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setOn] = useState(areSingleKeysOn)
  const { pathname } = useLocation()
  const groups = toShortcutGroups(useSite().menu).filter(({ page }) => !page || page === pathname)
  useEffect(() => {
    dialog.current?.showModal()
    return dialog.current ? closeOutside(dialog.current) : undefined
  }, [])

  function turn(on: boolean) {
    setSingleKeys(on)
    setOn(on)
  }
  return (
    <dialog ref={dialog} className="pal keys" aria-labelledby="keys-title" closedby="any" onClose={onClose}>
      <div className="keys-top">
        <h2 id="keys-title">{words.title}</h2>
        <Button type="button" kind="line" small onClick={() => dialog.current?.close()}>
          {words.close}
        </Button>
      </div>
      <div className="keys-list">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, text }) => (
                <div key={keys}>
                  <dt>{text}</dt>
                  <dd>
                    {keys === '/' && (
                      <>
                        <kbd>Ctrl K</kbd> {words.or}{' '}
                      </>
                    )}
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="keys-switch">
          <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
          <span>
            {words.singleKeys}
            <span className="hint">{words.singleKeysHint}</span>
          </span>
        </label>
      </div>
    </dialog>
  )
}

function Keys({ keys }: { keys: string }) {
  const [first = '', second] = keys.split(' ').map((key) => (key.length === 1 ? key.toUpperCase() : key))
  return second ? (
    <>
      <kbd>{first}</kbd> {words.followedBy} <kbd>{second}</kbd>
    </>
  ) : (
    <kbd>{first}</kbd>
  )
}
