import { Button } from '#app/ui/primitives/button.tsx'

/** The field takes the focus when the box opens: `autofocus` within a popover waits for that. */
export function SiteSearch() {
  return (
    <div id="site-search" className="drop site-search" popover="auto">
      <form className="search-form" role="search" action="/search" aria-label="Site">
        <label className="vh" htmlFor="site-search-term">
          Search the site
        </label>
        <input
          className="in"
          id="site-search-term"
          name="q"
          type="search"
          placeholder="Search the site"
          required
          autoFocus
        />
        <Button>Search</Button>
      </form>
    </div>
  )
}
