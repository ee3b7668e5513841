import type { Link } from '#content/pages/page.ts'
import { bookingLink, header } from '#content/site.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { PhoneLink } from './contact-links.tsx'
import { Logo } from './mark.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { NoBreak } from './no-break.tsx'
import { SiteSearch } from './site-search.tsx'

type HeaderProps = { clinic: ClinicFacts; links: Link[]; path: string; cartLines: number; viewer?: Viewer }

/** Menu, search box and user menu are popovers: they open, close and return the focus without scripts. */
export function SiteHeader({ clinic, links, path, cartLines, viewer }: HeaderProps) {
  return (
    <header className="head">
      <ContactStrip clinic={clinic} />
      <div className="head-in wrap">
        <Logo name={clinic.name} />
        <nav className="nav" aria-label={header.navigation}>
          <NavigationLinks links={links} path={path} />
        </nav>
        <div className="tools">
          <button
            className="tool search-toggle"
            type="button"
            popoverTarget="site-search"
            aria-label={header.search.open}
          >
            <Icon name="search" />
            <Icon name="cross" />
          </button>
          <CartLink lines={cartLines} />
          <div className="account" id="account" data-live>
            {viewer ? <AccountMenu viewer={viewer} /> : <LoginLink />}
          </div>
          <ButtonLink href={bookingLink.href}>{bookingLink.text}</ButtonLink>
          <button className="tool menu-toggle" type="button" popoverTarget="site-menu" aria-label={header.menu}>
            <Icon name="menu" />
            <Icon name="cross" />
          </button>
        </div>
      </div>
      <SiteSearch />
      <MobileMenu clinic={clinic} links={links} path={path} viewer={viewer} />
    </header>
  )
}

function ContactStrip({ clinic }: { clinic: ClinicFacts }) {
  return (
    <div className="strip on-band">
      <div className="strip-in wrap">
        <p>
          <NoBreak text={clinic.today.short} />
        </p>
        <PhoneLink phone={clinic.phone}>
          <Icon name="phone" />
          {clinic.phone.display}
        </PhoneLink>
      </div>
    </div>
  )
}

function CartLink({ lines }: { lines: number }) {
  return (
    <a className="tool" id="cart-link" href="/cart" aria-label={header.cart(lines)} data-live>
      <Icon name="cart" />
      {lines > 0 && (
        <span className="badge" aria-hidden="true">
          {lines}
        </span>
      )}
    </a>
  )
}

function LoginLink() {
  return (
    <a className="tool" href="/login" aria-label={header.login}>
      <Icon name="user" />
    </a>
  )
}
