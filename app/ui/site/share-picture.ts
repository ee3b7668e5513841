/** The file in public/ that stands for the site where a page has no picture of its own. */
export const sharePicture = { path: '/share.jpg', width: 1200, height: 630 }
