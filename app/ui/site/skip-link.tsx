import { header } from '#content/site.ts'

export function SkipLink() {
  return (
    <a className="tap skip" href="#main">
      {header.skip}
    </a>
  )
}
