import { header } from '#content/site.ts'

export function SkipLink() {
  return (
    <a className="skip" href="#main">
      {header.skip}
    </a>
  )
}
