#define HERE 5
