/** The path of PDF.js's fonts and character maps; set by `vite.config.ts`. */
declare const __PDFJS_DATA__: string;
