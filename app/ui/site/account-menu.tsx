import { header } from '#content/site.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import type { Viewer } from '#app/domain/accounts/viewer.ts'

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <button
        className="tap user-toggle"
        type="button"
        popoverTarget="user-menu"
        aria-label={header.account(viewer.name)}
        // Marks a signed-in page for the page script.
        data-viewer
      >
        <span className="circle initial" aria-hidden="true">
          {[...viewer.name][0]?.toUpperCase()}
        </span>
        <Icon name="down" />
      </button>
      <a className="circle tool no-popover" href="/profile" aria-label={header.account(viewer.name)}>
        <Icon name="user" />
      </a>
      <div id="user-menu" className="drop user-menu" popover="auto">
        <AccountLinks viewer={viewer} />
      </div>
    </>
  )
}

/** Logging out changes state, so it is a post. */
export function AccountLinks({ viewer, buttonClass }: { viewer: Viewer; buttonClass?: string }) {
  return (
    <>
      {viewer.role && <a href="/admin">{header.dashboard}</a>}
      {viewer.editor && <a href={viewer.editor}>{header.edit}</a>}
      <a href="/profile">{header.profile}</a>
      <form method="post" action="/logout">
        <button className={buttonClass} type="submit">
          {header.logout}
        </button>
      </form>
    </>
  )
}
