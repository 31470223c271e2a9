/** The path of PDF.js's fonts and character maps; set by `vite.config.ts`. */
declare const __PDFJS_DATA__: string;
/** True if the build has `docs/guide`. */
declare const __GUIDE__: boolean;
