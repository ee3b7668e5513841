import { data } from 'react-router'
import { contentPage } from '#app/http/page-kind.ts'

export const handle = contentPage()

/** Every address that no other route knows; the root's error page shows it. */
export function loader() {
  throw data(null, { status: 404 })
}

/** A form posted to an address that is not there. */
export const action = loader

export default function NotFound() {
  return null
}
