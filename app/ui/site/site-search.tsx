import { header } from '#content/site.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'

/** `autofocus` within a popover applies when it opens. */
export function SiteSearch() {
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
