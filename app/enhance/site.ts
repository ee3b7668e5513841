// The only script of pages to read, which work without it. Kept under 2 KB, imports no library.
import { suggestEmailFixes } from './email-typos.ts'
import { guardSubmissions } from './pending.ts'
import { ignoreBlankSearches } from './search-boxes.ts'
import { noticeVisitorChanges } from './visitor-changes.ts'
import { noticeTablet } from './tablet-elsewhere.ts'
import { waitForPosts } from './wait-for-posts.ts'

ignoreBlankSearches()
guardSubmissions()
suggestEmailFixes()
noticeVisitorChanges()
noticeTablet()
void waitForPosts()
