import type { ScriptLanguage } from './script-language.ts'

const python = `
  Crypto Cython Levenshtein MySQLdb OpenSSL PIL argon2 asyncpg astropy av bcrypt blosc brotli cartopy catboost cffi
  contourpy cryptography curl_cffi cv2 cvxpy cx_Oracle duckdb faiss fiona fitz geopandas gevent greenlet grpc
  h5py jax keras kiwisolver lightgbm llvmlite lxml lz4 matplotlib nacl netCDF4 numba numexpr numpy
  onnxruntime oracledb orjson osgeo pandas paramiko plotnine polars psutil psycopg2 pyarrow pycurl pydantic pydantic_core
  pymssql pymupdf pyodbc pyproj pysqlite3 pywt rapidfuzz rasterio regex scipy seaborn sentencepiece shapely skimage sklearn
  snappy spacy statsmodels tables tensorflow tiktoken tokenizers torch torchaudio torchvision transformers ujson uvloop
  wordcloud xarray xgboost zmq zstandard
`

/**
 * The modules with native code, or with a dependency that has native code, by the name that a script imports. Such code is
 * compiled for a processor, so that no runtime inside this process can load it. The list need not be complete: a module
 * that is missing here fails at its import instead of before the start.
 */
export const nativeModules: Readonly<Record<ScriptLanguage, ReadonlySet<string>>> = {
  javascript: new Set(),
  python: new Set(python.trim().split(/\s+/)),
}
