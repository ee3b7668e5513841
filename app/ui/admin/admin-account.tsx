import { useSyncExternalStore } from 'react'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { admin } from '#content/pages/admin.ts'
import { header } from '#content/site.ts'
import { accountLinks } from './account-links.ts'

type AdminAccountProps = { viewer: Viewer; onShortcuts: () => void }

/** Who is signed in, at the foot of the navigation, with what is their own. On a phone it is on the page of all sections. */
export function AdminAccount({ viewer, onShortcuts }: AdminAccountProps) {
  const isHydrated = useSyncExternalStore(neverChanges, yes, no)
  return (
    <div className="adm-account">
      <button className="adm-who" type="button" popoverTarget="account-menu">
        <Initial name={viewer.name} />
        <span className="vh">{header.account(viewer.name)}</span>
        <span className="adm-name" aria-hidden="true">
          {viewer.name}
        </span>
        <Icon name="down" />
      </button>
      <div id="account-menu" className="drop user-menu" popover="auto">
        {accountLinks.map(({ text, href }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
        {isHydrated && (
          <button
            type="button"
            popoverTarget="account-menu"
            popoverTargetAction="hide"
            aria-keyshortcuts="?"
            onClick={onShortcuts}
          >
            {admin.shortcuts}
          </button>
        )}
        <LogOut />
      </div>
    </div>
  )
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false

export const Initial = ({ name }: { name: string }) => (
  <span className="circle initial" aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)

/** It changes state, so it is a post. */
export const LogOut = ({ className }: { className?: string }) => (
  <form method="post" action="/logout">
    <button className={className} type="submit">
      {header.logout}
    </button>
  </form>
)
