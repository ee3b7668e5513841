import type { Link } from '#content/pages/page.ts'
import { bookingLink, header } from '#content/site.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { AccountLinks, AccountMenu } from './account-menu.tsx'
import { PhoneLink } from './contact-links.tsx'
import { Logo } from './logo.tsx'
import { NoBreak } from './no-break.tsx'

type HeaderProps = {
  clinic: ClinicFacts
  links: Link[]
  path: string
  cartLines: number
  viewer?: Viewer
  logo?: ShownPicture | undefined
}

/** Menu, search box and user menu are popovers: they open, close and return the focus without scripts. */
export function SiteHeader({ clinic, links, path, cartLines, viewer, logo }: HeaderProps) {
  return (
    <header className="head">
      <ContactStrip clinic={clinic} />
      <div className="head-in wrap">
        <Logo name={clinic.name} picture={logo} />
        <nav className="nav" aria-label={header.navigation}>
          <NavigationLinks links={links} path={path} />
        </nav>
        <div className="tools">
          <button
            className="circle tool search-toggle"
            type="button"
            popoverTarget="site-search"
            aria-label={header.search.open}
          >
            <Icon name="search" />
            <Icon name="cross" />
          </button>
          <a className="circle tool no-popover" href="/search" aria-label={header.search.open}>
            <Icon name="search" />
          </a>
          <CartLink lines={cartLines} />
          <div className="account" id="account">
            {viewer ? (
              <AccountMenu viewer={viewer} />
            ) : (
              <a className="circle tool" href="/login" aria-label={header.login}>
                <Icon name="user" />
              </a>
            )}
          </div>
          <ButtonLink href={bookingLink.href}>{bookingLink.text}</ButtonLink>
          <button className="circle tool menu-toggle" type="button" popoverTarget="site-menu" aria-label={header.menu}>
            <Icon name="menu" />
            <Icon name="cross" />
          </button>
          <a className="circle tool menu-toggle no-popover" href="#quick-links" aria-label={header.menu}>
            <Icon name="menu" />
          </a>
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
    <a className="circle tool" id="cart-link" href="/cart" aria-label={header.cart(lines)}>
      <Icon name="cart" />
      {lines > 0 && (
        <span className="badge" aria-hidden="true">
          {lines}
        </span>
      )}
    </a>
  )
}

/** `autofocus` within a popover applies when it opens. */
function SiteSearch() {
  const { form, label, button } = header.search
  return (
    <div id="site-search" className="drop site-search" popover="auto">
      <form className="search-form" role="search" action="/search" aria-label={form}>
        <label className="vh" htmlFor="site-search-term">
          {label}
        </label>
        <SearchInput id="site-search-term" placeholder={label} autoFocus />
        <Button>{button}</Button>
      </form>
    </div>
  )
}

function MobileMenu({ clinic, links, path, viewer }: Omit<HeaderProps, 'cartLines' | 'logo'>) {
  return (
    // Takes the focus when it opens, so that none stays on the covered page.
    <nav id="site-menu" className="drop site-menu" popover="auto" aria-label={header.menu} tabIndex={-1} autoFocus>
      <NavigationLinks links={links} path={path} />
      <ButtonLink href={bookingLink.href}>{bookingLink.text}</ButtonLink>
      <div className="ends menu-foot" id="menu-account">
        {viewer ? <AccountLinks viewer={viewer} buttonClass="btn-text" /> : <a href="/login">{header.login}</a>}
        <PhoneLink phone={clinic.phone} />
      </div>
    </nav>
  )
}

function NavigationLinks({ links, path }: { links: Link[]; path: string }) {
  return (
    <ul className="links">
      {links.map(({ text, href }) => (
        <li key={href}>
          <a href={href} aria-current={toAriaCurrent(href, path)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** 'page' for the page itself, true for its section: a blog post is within Blog. */
function toAriaCurrent(href: string, path: string) {
  if (path === href) return 'page'
  return href !== '/' && path.startsWith(`${href}/`) ? true : undefined
}
