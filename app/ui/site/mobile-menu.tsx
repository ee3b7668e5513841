import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Link } from '#content/pages/page.ts'
import { bookingLink, header } from '#content/site.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { accountLinks, LogoutForm } from './account-links.tsx'
import { PhoneLink } from './contact-links.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import type { Viewer } from '#app/domain/accounts/viewer.ts'

type MobileMenuProps = { clinic: ClinicFacts; links: Link[]; path: string; viewer?: Viewer }

export function MobileMenu({ clinic, links, path, viewer }: MobileMenuProps) {
  return (
    // Takes the focus when it opens, so that none stays on the covered page.
    <nav id="site-menu" className="drop site-menu" popover="auto" aria-label={header.menu} tabIndex={-1} autoFocus>
      <NavigationLinks links={links} path={path} />
      <ButtonLink href={bookingLink.href}>{bookingLink.text}</ButtonLink>
      <div className="menu-foot" id="menu-account" data-live>
        {viewer ? <AccountLinks viewer={viewer} /> : <a href="/login">{header.login}</a>}
        <PhoneLink phone={clinic.phone} />
      </div>
    </nav>
  )
}

function AccountLinks({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {accountLinks(viewer).map(({ text, href }) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
      <LogoutForm className="btn-text" />
    </>
  )
}
