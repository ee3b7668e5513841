// The only script of content pages, which work without it. Kept under 5 KB, imports no library.
import { suggestEmailFixes } from './email-typos.ts'
import { enhanceForms } from './forms.ts'
import { submitOnChange } from './submit-on-change.ts'
import { guardSubmissions } from './pending.ts'
import { refreshCartCount } from './cart-count.ts'
import { detectSignOut } from './sign-out.ts'
import { ignoreBlankSearches } from './search-boxes.ts'
import { pollPosts } from './poll-posts.ts'
import { navigateInPlace } from './widget.ts'

ignoreBlankSearches()
// Older browsers also lack other features that the rest needs, such as `submitter` (Safari before 16).
if (typeof AbortSignal.timeout === 'function') {
  enhanceForms()
  // After enhanceForms, for the forms that it leaves to the browser.
  guardSubmissions()
  submitOnChange()
  refreshCartCount()
  detectSignOut()
  pollPosts()
  navigateInPlace()
  suggestEmailFixes()
}
